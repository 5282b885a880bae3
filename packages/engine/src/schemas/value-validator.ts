import type { Finding } from '@millrace/contract'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import { compileValueCheck } from './checked-value.ts'
import { findingOf } from './finding-message.ts'
import { SchemaSet } from './schema-set.ts'

const context = { whole: 'The value', headers: null, decimal: null, raw: () => undefined }

/**
 * Compiles a draft-07 schema, `true` or `false` included, for any JSON value. Nothing is coerced and nothing changed.
 * The validator gives the findings of a value, or null when it is valid; each finding has the JSON pointer of the place
 * in `path`, the keyword in `rule` and a sentence in `message`.
 *
 * References are resolved within the schema and in `store`, by absolute address without '#…'; nothing is fetched.
 * What is supported and what is not: docs/schemas.md.
 * @throws SchemaError when the schema is none, or a reference leads nowhere
 */
export function createValueValidator(options: {
  schema: Record<string, unknown> | boolean
  store?: SchemaStore
}): (value: unknown) => Finding[] | null {
  const check = compileValueCheck(new SchemaSet(options.schema, options.store ?? {}))
  return (value) => check(value)?.map((error) => findingOf(error, value, context, null, null)) ?? null
}
