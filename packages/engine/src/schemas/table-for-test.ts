import type { JsonSchema } from '@millrace/contract'
import type { DataRecord } from '../formats/records/file.types.ts'
import { createRowValidator } from './row-validator.ts'
import type { RowValidatorOptions } from './validation.types.ts'

/** Test support: a validator that coerces records of these columns, whose own headers are `Own …`. */
export const table = (properties: JsonSchema, more: Partial<RowValidatorOptions> & { required?: string[] } = {}) => {
  const { required = [], ...options } = more
  const headers = new Map(Object.keys(properties).map((name) => [name, `Own ${name}`]))
  return createRowValidator({
    schema: { type: 'object', required, properties },
    store: {},
    coerce: true,
    headers,
    ...options,
  })
}

/** Test support: the findings in record 7, line 9. */
export const check = (properties: JsonSchema, record: DataRecord, required: string[] = []) =>
  table(properties, { required }).check(record, 7, 9)
