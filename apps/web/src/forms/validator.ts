import { type PlacedFinding, describeFinding } from '@millrace/contract/schemas/describe-finding.rule'
import { metaSchema } from '@millrace/contract/schemas/meta-schema'
import { checkSchemaCost } from '@millrace/contract/schemas/schema-cost'
import { patternsOf } from '@millrace/contract/schemas/schema-patterns'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { SchemaSet, type SchemaStore } from '@millrace/contract/schemas/schema-set'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import { UndecidedPatternError } from './bounded-pattern.ts'
import { Checker, maxFaults } from './check.ts'
import type { FormFault } from './value-checker.ts'

const context = { whole: 'The value', headers: null, decimal: null, raw: () => undefined, cut: previewValue }

/** The findings of a value, or null. */
export type FormValidator = (value: unknown) => PlacedFinding[] | null

/**
 * Reads a draft-07 schema, `true` or `false` included, for the values of a form. The validator gives the findings of a
 * value, in the sentences the server uses, or null: the value is valid, or only the server can tell (a pattern that
 * may take long over a long text).
 *
 * References are resolved within the schema and in `store`, by absolute address without '#…'; nothing is fetched.
 * @throws SchemaError when the schema is none, or a reference leads nowhere
 */
export function createFormValidator(options: {
  schema: Record<string, unknown> | boolean
  store?: SchemaStore
}): FormValidator {
  const set = new SchemaSet(options.schema, options.store ?? {})
  for (const document of set.written) checkGrammar(document)
  checkSchemaCost(set)
  const checker = new Checker(set)
  // A faulty pattern is a fault of the schema, not of a value.
  for (const pattern of patternsOf(set)) checker.pattern(pattern)
  return validatorOf(set, checker)
}

/** The validator that reads a schema with a checker of one's own. */
export function validatorOf(set: SchemaSet, checker: Checker): FormValidator {
  return (value) => {
    const faults = faultsOf(checker, set, value)
    return faults.length === 0
      ? null
      : faults.slice(0, maxFaults).map((fault) => describeFinding(fault, value, context))
  }
}

function faultsOf(checker: Checker, set: SchemaSet, value: unknown): FormFault[] {
  try {
    return checker.faults(set.root.schema, value, [])
  } catch (problem) {
    if (problem instanceof UndecidedPatternError) return []
    if (problem instanceof RangeError) return [{ rule: 'nesting', params: {}, parts: [] }]
    throw problem
  }
}

// Formats are left out: an address may hold spaces, and patterns are read themselves.
const withoutFormats = JSON.stringify(metaSchema, (name, value: unknown) =>
  name === 'format' && typeof value === 'string' ? undefined : value,
)
let grammar: { set: SchemaSet; checker: Checker } | null = null

/** Where a document is no draft-07 schema, and why. */
export function findGrammarFaults(document: unknown): { path: string[]; message: string }[] {
  if (grammar === null) {
    const set = new SchemaSet(JSON.parse(withoutFormats) as Record<string, unknown>, {})
    grammar = { set, checker: new Checker(set) }
  }
  const faults = grammar.checker.faults(grammar.set.root.schema, document, [])
  return faults.slice(0, maxFaults).map((fault) => {
    const { message } = describeFinding(fault, document, { ...context, whole: 'The schema' })
    return { path: fault.parts, message: new SchemaError('invalid', message).message }
  })
}

/** Throws SchemaError when a document is no draft-07 schema. */
function checkGrammar(document: unknown): void {
  const [fault] = findGrammarFaults(document)
  if (fault !== undefined) throw new SchemaError('invalid', fault.message.replace(/^The schema is not valid: /, ''))
}
