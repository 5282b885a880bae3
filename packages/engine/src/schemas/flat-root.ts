import type { JsonSchema } from '@millrace/contract'
import { isPlainObject } from './schema-types.ts'
import type { SchemaStore } from './validation.types.ts'

/** Keywords of a row schema that say nothing of a record. */
export const annotations = new Set(
  '$schema $id $comment title description default examples definitions readOnly writeOnly ui'.split(' '),
)
/** Keywords of a schema that looks at each field by itself. */
const understood = new Set(['type', 'properties', 'required', 'additionalProperties'])

/** The schema itself or the stored one it names; null where it has keywords that look at several fields at once. */
export function flatRoot(schema: JsonSchema, store: SchemaStore): Record<string, unknown> | null {
  let root: unknown = schema
  if (isPlainObject(root) && typeof root.$ref === 'string' && Object.keys(root).length === 1) {
    root = Object.hasOwn(store, root.$ref) ? store[root.$ref] : null
  }
  if (!isPlainObject(root)) return null
  for (const name of Object.keys(root)) if (!annotations.has(name) && !understood.has(name)) return null
  const { type, properties, required, additionalProperties } = root
  if (type !== undefined && type !== 'object') return null
  if (properties !== undefined && !isPlainObject(properties)) return null
  if (required !== undefined && !(Array.isArray(required) && required.every((one) => typeof one === 'string'))) {
    return null
  }
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') return null
  // A reference into this document would point to nothing in the schema of one field.
  return /"\$ref":"(?!importer:)/.test(JSON.stringify(root)) ? null : root
}
