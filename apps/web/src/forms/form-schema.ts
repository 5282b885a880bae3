import type { PlacedFinding } from '@millrace/contract/schemas/describe-finding.rule'
import type { JsonSchema } from '@millrace/contract'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { SchemaSet, type SchemaStore } from '@millrace/contract/schemas/schema-set'
import { UndecidedPatternError } from './bounded-pattern.ts'
import { Checker } from './check.ts'
import { createFormValidator } from './validator.ts'

/** A schema opened for drawing: references lead somewhere, annotations are kept. */
export type FormSchema = {
  root: unknown
  /** The schema a reference of this set leads to. */
  resolve(reference: string): unknown
  /** Whether a value satisfies a part; what only the server can tell counts as satisfied. */
  fits(schema: unknown, value: unknown): boolean
  /** The findings of the whole value; none where the schema itself is at fault. */
  validate(value: unknown): PlacedFinding[]
  /** Why values cannot be checked: the schema is none, or a reference leads nowhere. */
  problem: string | null
}

/** Opens a schema for a form. Faults of the schema do not throw: what can be drawn is drawn. */
export function openFormSchema(schema: JsonSchema | boolean, store: SchemaStore): FormSchema {
  const set = new SchemaSet(schema, store, { forDrawing: true })
  const checker = new Checker(set)
  const { validate, problem } = openValidator(schema, store)
  return {
    root: set.root.schema,
    resolve: (reference) => set.resolve(reference)?.schema,
    fits: (part, value) => isSatisfied(() => checker.fits(part, value)),
    validate,
    problem,
  }
}

function openValidator(schema: JsonSchema | boolean, store: SchemaStore): Pick<FormSchema, 'validate' | 'problem'> {
  try {
    const validate = createFormValidator({ schema, store })
    return { validate: (value) => validate(value) ?? [], problem: null }
  } catch (error) {
    if (error instanceof SchemaError) return { validate: () => [], problem: error.message }
    throw error
  }
}

/** A part that cannot be checked (a faulty pattern, a value nested without end) decides nothing. */
function isSatisfied(check: () => boolean): boolean {
  try {
    return check()
  } catch (error) {
    if (error instanceof UndecidedPatternError || error instanceof SchemaError) return true
    if (error instanceof RangeError) return false
    throw error
  }
}
