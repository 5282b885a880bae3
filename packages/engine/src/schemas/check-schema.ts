import type { JsonSchema } from '@millrace/contract'
import { compileSchema } from './compile-schema.ts'
import { SchemaProblem } from './schema-problem.ts'
import { SchemaSet } from './schema-set.ts'
import type { SchemaStore } from './validation.types.ts'

/** What is wrong with a schema document, or null: draft-07 grammar, patterns, and references into the store. */
export function schemaProblem(schema: JsonSchema, store: SchemaStore): SchemaProblem | null {
  try {
    const set = new SchemaSet(schema, store)
    set.addUnused()
    compileSchema(set)
    return null
  } catch (error) {
    if (error instanceof SchemaProblem) return error
    throw error
  }
}
