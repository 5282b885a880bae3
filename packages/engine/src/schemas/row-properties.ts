import type { JsonSchema, RowProperty } from '@millrace/contract'
import { typesOf } from './schema-types.ts'
import { SchemaSet } from './schema-set.ts'
import type { SchemaStore } from './validation.types.ts'

/** The properties of a row schema in its order, for people. @throws SchemaError for an unknown reference */
export function rowProperties(rowSchema: JsonSchema, store: SchemaStore): RowProperty[] {
  const set = new SchemaSet(rowSchema, store)
  const { properties, required } = typesOf(set, set.root)
  return [...properties].map(([name, node]) => {
    const { types } = typesOf(set, node)
    return { name, required: required.has(name), type: types === null ? 'any' : [...types].join(' or ') }
  })
}
