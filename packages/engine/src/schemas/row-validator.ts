import type { Finding } from '@millrace/contract'
import type { ErrorObject } from 'ajv'
import { CoercionCompiler, type RecordCoercer } from './coercion.ts'
import { compileSchema } from './compile-schema.ts'
import { findingOf } from './finding-message.ts'
import { SchemaSet } from './schema-set.ts'
import { typesOf } from './schema-types.ts'
import type { RowValidator, RowValidatorOptions } from './validation.types.ts'

/** Findings kept of one record; a list of a million wrong entries is one bad record, not a million findings. */
const MOST_PER_RECORD = 200

/**
 * Compiles a row schema once for a whole run: coercion (settled points 6 and 7), then Ajv, draft-07, formats checked.
 * Throws SchemaProblem: 'Schema not exist.' for a reference outside the store, else what is wrong with the schema.
 */
export function createRowValidator(options: RowValidatorOptions): RowValidator {
  const set = new SchemaSet(options.schema, options.store)
  const validate = compileSchema(set)
  const known = typesOf(set, set.root)
  const decimal = options.coerce ? (options.decimal ?? '.') : null
  const coercer: RecordCoercer | null = options.coerce
    ? new CoercionCompiler(set, decimal === ',', options.headers === undefined).record(known)
    : null
  const position = new Map(coercer?.names.map((name, i) => [name, i]))
  const raw: unknown[] = []
  const context = {
    headers: options.headers ?? null,
    decimal,
    raw: (property: string) => raw[position.get(property) ?? -1],
  }
  return {
    check(record, row = null, line = null): Finding[] | null {
      coercer?.coerce(record, raw)
      if (validate(record)) return null
      const errors = withoutBranches(validate.errors ?? []).slice(0, MOST_PER_RECORD)
      return errors.map((error) => findingOf(error, record, context, row, line))
    },
    missingColumns: (columns) => [...known.required].filter((name) => !columns.includes(name)),
  }
}

/** Faults inside the branches of a failed alternative say less than that no alternative fits. */
function withoutBranches(errors: ErrorObject[]): ErrorObject[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  const kept = errors.filter(({ keyword, schemaPath }) => {
    return keyword !== 'if' && !alternatives.some((parent) => schemaPath.startsWith(`${parent.schemaPath}/`))
  })
  return kept.length > 0 ? kept : errors
}
