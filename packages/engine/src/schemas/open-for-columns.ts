import type { JsonSchema } from '@millrace/contract'
import { flatRoot } from './flat-root.ts'
import { isPlainObject } from './schema-types.ts'
import type { SchemaStore } from './validation.types.ts'

/**
 * The schema of a record of a table, which has the columns of the table and no other keys: where each of them is a
 * property, none can be one too many, and nothing looks for that in each record.
 */
export function openForColumns(schema: JsonSchema, store: SchemaStore, columns: Iterable<string>): JsonSchema {
  const root = flatRoot(schema, store)
  if (root === null || root.additionalProperties !== false) return schema
  const properties = isPlainObject(root.properties) ? root.properties : {}
  for (const column of columns) if (!Object.hasOwn(properties, column)) return schema
  const { additionalProperties: _, ...open } = root
  return open as JsonSchema
}
