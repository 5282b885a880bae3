import type { JsonSchema } from '@millrace/contract'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import { compileFit } from './compile-schema.ts'
import { SlowPatternError } from './pattern.ts'
import { SchemaSet } from './schema-set.ts'

/**
 * Compiles a schema to the question whether a value fits it, for values that mostly do. What cannot be checked in bounds
 * does not fit; why a value does not fit, a validator says.
 * @throws SchemaError as `createRowValidator`
 */
export function createFitCheck(schema: JsonSchema, store: SchemaStore): (value: unknown) => boolean {
  return withinBounds(compileFit(new SchemaSet(schema, store)))
}

/** The same question, answered with no for a value that cannot be looked at in bounds. */
export function withinBounds(fits: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => {
    try {
      return fits(value)
    } catch (problem) {
      if (problem instanceof SlowPatternError) return false
      if (problem instanceof RangeError && /call stack/i.test(problem.message)) return false
      throw problem
    }
  }
}
