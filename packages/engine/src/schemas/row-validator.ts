import type { Finding } from '@millrace/contract'
import { CoercionCompiler, type TextReading } from './coercion.ts'
import { compileValueCheck } from './checked-value.ts'
import { findingOf } from './finding-message.ts'
import { createNumberVisitor } from './number-survey.ts'
import { openForColumns } from './open-for-columns.ts'
import { SchemaSet } from './schema-set.ts'
import { typesOf } from './schema-types.ts'
import type { NumberTexts, RowValidator, RowValidatorOptions } from './validation.types.ts'

/**
 * Compiles a row schema once for a whole run: coercion, then Ajv, draft-07, formats checked.
 * Throws SchemaError: 'Schema not exist.' for a reference outside the store, else what is wrong with the schema.
 */
export function createRowValidator(options: RowValidatorOptions): RowValidator {
  const { schema, store, coerce, headers } = options
  const set = new SchemaSet(headers === undefined ? schema : openForColumns(schema, store, headers.keys()), store)
  const validate = compileValueCheck(set)
  const known = typesOf(set, set.root)
  const reading: TextReading = { decimal: options.decimal ?? '.', keepsEmpty: options.empty === 'text' }
  const isNested = headers === undefined
  const coercer = coerce ? new CoercionCompiler(set, reading, isNested).record(known, headers?.keys()) : null
  const look = options.unseen?.visitor(set, known, coerce) ?? null
  const visit = coerce ? createNumberVisitor(set, known, isNested) : null
  const position = new Map(coercer?.names.map((name, i) => [name, i]))
  const raw: unknown[] = []
  const context = {
    whole: 'The record',
    headers: headers ?? null,
    renamed: options.renamed ?? null,
    letters: options.letters ?? null,
    get decimal() {
      return coerce ? reading.decimal : null
    },
    raw: (property: string) => raw[position.get(property) ?? -1],
  }
  return {
    numbers: visit === null ? null : numberTexts(reading, visit),
    check(record, row = null, line = null): Finding[] | null {
      look?.(record, row, line)
      coercer?.coerce(record, raw)
      const errors = validate(record)
      if (errors === null) return null
      const findings = errors.map((error) => findingOf(error, record, context, row, line))
      return coerce ? withoutRepeats(findings) : findings
    },
    missingColumns: (columns) => [...known.required].filter((name) => !columns.includes(name)),
  }
}

const numberTexts = (reading: TextReading, survey: NumberTexts['survey']): NumberTexts => ({
  survey,
  readWith(decimal) {
    reading.decimal = decimal
  },
})

/** That a cell is empty is said once, however many rules it breaks by that. */
function withoutRepeats(findings: Finding[]): Finding[] {
  const empty = new Set<string>()
  return findings.filter(({ value, path, message }) => {
    if (value !== '') return true
    const key = JSON.stringify([path, message])
    if (empty.has(key)) return false
    empty.add(key)
    return true
  })
}
