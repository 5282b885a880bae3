import type { JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

/** A schema as people edit it. */
export const writeSchema = (schema: JsonSchema): string => JSON.stringify(schema, null, 2)

/** The schema of a text; a message when it is JSON and no schema that can be stored. @throws SyntaxError for no JSON */
export function readSchema(text: string): { schema: JsonSchema; message: null } | { schema: null; message: string } {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? { schema: value, message: null } : { schema: null, message: 'A schema is an object: { … }' }
}
