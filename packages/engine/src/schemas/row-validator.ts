import type { Finding } from '@millrace/contract'
import { CoercionCompiler, type RecordCoercer } from './coercion.ts'
import { compileValueCheck } from './checked-value.ts'
import { findingOf } from './finding-message.ts'
import { SchemaSet } from './schema-set.ts'
import { typesOf } from './schema-types.ts'
import type { RowValidator, RowValidatorOptions } from './validation.types.ts'

/**
 * Compiles a row schema once for a whole run: coercion, then Ajv, draft-07, formats checked.
 * Throws SchemaError: 'Schema not exist.' for a reference outside the store, else what is wrong with the schema.
 */
export function createRowValidator(options: RowValidatorOptions): RowValidator {
  const set = new SchemaSet(options.schema, options.store)
  const validate = compileValueCheck(set)
  const known = typesOf(set, set.root)
  const decimal = options.coerce ? (options.decimal ?? '.') : null
  const coercer: RecordCoercer | null = options.coerce
    ? new CoercionCompiler(set, decimal === ',', options.headers === undefined).record(known)
    : null
  const position = new Map(coercer?.names.map((name, i) => [name, i]))
  const raw: unknown[] = []
  const context = {
    whole: 'The record',
    headers: options.headers ?? null,
    decimal,
    raw: (property: string) => raw[position.get(property) ?? -1],
  }
  return {
    check(record, row = null, line = null): Finding[] | null {
      coercer?.coerce(record, raw)
      const errors = validate(record)
      return errors === null ? null : errors.map((error) => findingOf(error, record, context, row, line))
    },
    missingColumns: (columns) => [...known.required].filter((name) => !columns.includes(name)),
  }
}
