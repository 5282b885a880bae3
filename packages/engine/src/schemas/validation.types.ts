import type { Finding, JsonSchema } from '@millrace/contract'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import type { DataRecord } from '../formats/records/file.types.ts'

export type { SchemaStore } from '@millrace/contract/schemas/schema-set'

export type RowValidatorOptions = {
  /** Schema of one record. */
  schema: JsonSchema
  store: SchemaStore
  /** True for CSV, TSV, XLSX and XML, whose values are text. */
  coerce: boolean
  /** Decimal mark of numbers written as text; '.' when absent. */
  decimal?: '.' | ','
  /** Property → the file's own header, for findings; absent where the file has no columns. */
  headers?: ReadonlyMap<string, string>
}

export type RowValidator = {
  /** Coerces the record in place and checks it; null when it is valid. */
  check(record: DataRecord, row?: number | null, line?: number | null): Finding[] | null
  /** Required properties that are not among the given columns of a file: a reason to refuse it as a whole. */
  missingColumns(columns: readonly string[]): string[]
}
