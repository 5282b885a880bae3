import type { JsonSchema } from '@millrace/contract'
import { type PropertyTypes, typesOf } from '../../schemas/schema-types.ts'
import { SchemaSet } from '../../schemas/schema-set.ts'
import type { SchemaStore } from '../../schemas/validation.types.ts'
import type { TableColumn } from './table.types.ts'

function pgTypeOf({ types }: PropertyTypes, schema: unknown): string {
  const names = [...(types ?? [])].filter((type) => type !== 'null')
  if (types === null || names.length === 0 || names.includes('object') || names.includes('array')) return 'jsonb'
  if (names.length > 1) return names.every((type) => type === 'number' || type === 'integer') ? 'numeric' : 'text'
  const format = (schema as { format?: unknown } | null)?.format
  switch (names[0]) {
    case 'integer':
      return 'bigint'
    case 'number':
      return 'numeric'
    case 'boolean':
      return 'boolean'
    default:
      return format === 'date-time' ? 'timestamptz' : format === 'date' ? 'date' : 'text'
  }
}

/**
 * Columns of a table sink: the properties of the row schema; objects, lists and what has no type as jsonb (json in
 * MySQL). `store` resolves references; throws SchemaError for an unknown one.
 */
export function toTableColumns(rowSchema: JsonSchema, store: SchemaStore = {}): TableColumn[] {
  const set = new SchemaSet(rowSchema, store)
  return [...typesOf(set, set.root).properties].map(([name, node]) => ({
    name,
    pgType: pgTypeOf(typesOf(set, node), node.schema),
  }))
}
