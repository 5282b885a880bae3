import type { JsonSchema } from '@millrace/contract'
import { placeOfSchema } from '@millrace/contract/schemas/schema-places.rule'
import { CoercionCompiler } from './coercion.ts'
import { compileSchema } from './compile-schema.ts'
import { SchemaError } from './schema-error.ts'
import { SchemaSet } from './schema-set.ts'
import { typesOf } from './schema-types.ts'
import type { SchemaStore } from './validation.types.ts'

/**
 * What is wrong with a schema document, or null: draft-07 grammar, patterns, references into the store. Takes as long
 * as the schema wants: for user schemas in a runner only, by `checkSchema`.
 */
export function findSchemaError(schema: JsonSchema, store: SchemaStore): SchemaError | null {
  try {
    const set = new SchemaSet(schema, store)
    set.addUnused()
    compileSchema(set, (inner, error) => {
      const place = placeOfSchema(schema, set.writtenOf(inner))
      throw place === null ? error : error.at(place)
    })
    // Runs also compile how texts become values.
    new CoercionCompiler(set, { decimal: '.', keepsEmpty: false }, true).record(typesOf(set, set.root))
    return null
  } catch (error) {
    if (error instanceof SchemaError) return error
    if (error instanceof RangeError) return new SchemaError('invalid', 'it is too large to compile')
    throw error
  }
}
