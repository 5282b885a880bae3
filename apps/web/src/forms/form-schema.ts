import type { PlacedFinding } from '@millrace/contract/schemas/describe-finding.rule'
import type { JsonSchema } from '@millrace/contract'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { SchemaSet, type SchemaStore } from '@millrace/contract/schemas/schema-set'
import { UndecidedPatternError } from './bounded-pattern.ts'
import { Checker } from './check.ts'
import { drawnBranch, PickedBranches } from './shape/branch.ts'
import { createFormValidator, type FormValidator, validatorOf } from './validator.ts'

/** A schema opened for drawing: references lead somewhere, annotations are kept. */
export type FormSchema = {
  root: unknown
  /** The schema a reference of this set leads to. */
  resolve(reference: string): unknown
  /** Whether a value satisfies a part; what only the server can tell counts as satisfied. */
  fits(schema: unknown, value: unknown): boolean
  /**
   * The findings of the whole value; none where the schema itself is at fault. A value that follows none of several
   * schemas has the findings of the one that is drawn.
   */
  validate(value: unknown, picked?: PickedBranches): PlacedFinding[]
  /** Why values cannot be checked: the schema is none, or a reference leads nowhere. */
  problem: string | null
}

/** Opens a schema for a form. Faults of the schema do not throw: what can be drawn is drawn. */
export function openFormSchema(schema: JsonSchema | boolean, store: SchemaStore): FormSchema {
  const set = new SchemaSet(schema, store, { forDrawing: true })
  const checker = new Checker(set)
  const problem = problemOf(schema, store)
  const parts: Pick<FormSchema, 'fits' | 'resolve'> = {
    resolve: (reference) => set.resolve(reference)?.schema,
    fits: (part, value) => isSatisfied(() => checker.fits(part, value)),
  }
  const validators = new Map<PickedBranches, FormValidator>()
  const validatorWith = (picked: PickedBranches): FormValidator => {
    const known = validators.get(picked) ?? validatorOf(set, new Checker(set, drawnBranch(parts, picked)))
    validators.set(picked, known)
    return known
  }
  return {
    root: set.root.schema,
    ...parts,
    validate: (value, picked = nonePicked) => (problem === null ? (validatorWith(picked)(value) ?? []) : []),
    problem,
  }
}

const nonePicked = new PickedBranches(() => {})

function problemOf(schema: JsonSchema | boolean, store: SchemaStore): string | null {
  try {
    createFormValidator({ schema, store })
    return null
  } catch (error) {
    if (error instanceof SchemaError) return error.message
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
