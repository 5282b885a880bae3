import type { Finding, JsonSchema } from '@millrace/contract'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import type { DecimalMark } from '@millrace/contract/schemas/number-text.rule'
import type { DataRecord } from '../formats/records/file.types.ts'
import type { NumberSurvey } from './number-survey.ts'
import type { UnseenCharacters } from './unseen-characters.ts'

export type { SchemaStore } from '@millrace/contract/schemas/schema-set'

export type RowValidatorOptions = {
  /** Schema of one record. */
  schema: JsonSchema
  store: SchemaStore
  /** True for CSV, TSV, XLSX and XML, whose values are text. */
  coerce: boolean
  /** Decimal mark of numbers written as text; '.' when absent. */
  decimal?: DecimalMark
  /** 'text': empty cells stay empty texts wherever the schema allows a text; else those of optional properties are absent. */
  empty?: 'text' | undefined
  /** Property → the file's own header, for findings; absent where the file has no columns. */
  headers?: ReadonlyMap<string, string> | undefined
  /** Property → what the file calls it, for findings of files without columns. */
  renamed?: ReadonlyMap<string, string> | undefined
  /** Property → the letters above its column, for findings of spreadsheets. */
  letters?: ReadonlyMap<string, string> | undefined
  /** Is told of no-break spaces and invisible characters; absent = nobody looks for them, and keys stay as they are. */
  unseen?: UnseenCharacters | undefined
}

/** Numbers of a file whose values are text. */
export type NumberTexts = {
  /** Shows a survey what the schema asks to be numbers; changes nothing. */
  survey(record: DataRecord, survey: NumberSurvey): void
  /** The decimal mark from now on. */
  readWith(decimal: DecimalMark): void
}

export type RowValidator = {
  /** null where nothing is coerced and where the schema asks for no numbers. */
  numbers: NumberTexts | null
  /** Coerces the record in place and checks it; null when it is valid. */
  check(record: DataRecord, row?: number | null, line?: number | null): Finding[] | null
  /** Required properties that are not among the given columns of a file: a reason to refuse it as a whole. */
  missingColumns(columns: readonly string[]): string[]
}
