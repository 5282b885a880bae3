import type { JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

const words: Record<string, string> = {
  array: 'list',
  object: 'object',
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
  null: 'null',
}

/** What goes through a port, in few words: 'list, each a text' or 'number or null'. */
export function nameOfType(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return 'record of a data model'
  if (schema.type === 'array' && isObject(schema.items) && Object.keys(schema.items).length > 0) {
    const inner = nameOfType(schema.items as JsonSchema)
    return inner === 'anything' ? 'list' : `list, each a ${inner}`
  }
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string')
  return types.length === 0 ? 'anything' : types.map((type) => words[type] ?? type).join(' or ')
}
