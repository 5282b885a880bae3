import type { JsonSchema } from '@millrace/contract'
import type { ExpectedFields } from '../formats/records/expected-fields.ts'
import { SchemaError } from './schema-error.ts'
import { SchemaSet } from './schema-set.ts'
import { typesOf } from './schema-types.ts'
import type { SchemaStore } from './validation.types.ts'

/** The fields that a row schema describes; null where it describes none, or cannot be read, which its check tells. */
export function expectedFields(rowSchema: JsonSchema | null, store: SchemaStore): ExpectedFields | null {
  if (rowSchema === null) return null
  try {
    const set = new SchemaSet(rowSchema, store)
    const { properties, required } = typesOf(set, set.root)
    return properties.size === 0 ? null : { names: new Set(properties.keys()), required }
  } catch (problem) {
    if (problem instanceof SchemaError) return null
    throw problem
  }
}
