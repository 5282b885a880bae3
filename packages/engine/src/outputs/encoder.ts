import { csvEncoder } from './csv/csv-encoder.ts'
import type { Encoder, EncoderOptions, OutputFormat } from './encoding/encoder.types.ts'
import { jsonEncoder, ndjsonEncoder } from './json/json-encoder.ts'
import { outputProblem } from './encoding/output-problem.ts'
import { workbookEncoder } from './xlsx/workbook-encoder.ts'
import { xmlEncoder } from './xml/xml-encoder.ts'

/** Formats that are one table: they need to know their columns before the first record. */
export const needsColumns = (format: OutputFormat): boolean => format === 'csv' || format === 'xlsx'

/**
 * Encoder of an output file. Values are exact: nothing is rounded or guarded against formulas (settled point 13).
 * - `json`: a list, one record per line; `ndjson`: one record per line
 * - `csv`: RFC 4180, comma, CRLF; objects and lists are JSON text
 * - `xlsx`: one sheet, the columns as its first row
 * - `xml`: `<records>` with a `<record>` for each
 *
 * @throws RunError of kind result for CSV without columns and, from `encode`, for a record that the format cannot hold;
 * it names record and column
 */
export function createEncoder(format: OutputFormat, { name = 'records', columns }: EncoderOptions = {}): Encoder {
  switch (format) {
    case 'json':
      return jsonEncoder()
    case 'ndjson':
      return ndjsonEncoder()
    case 'csv':
      if (!columns || columns.length === 0)
        throw outputProblem({ output: name, record: 1, field: null }, 'a CSV file needs columns, it has no properties')
      return csvEncoder(columns)
    case 'xlsx':
      return workbookEncoder(name, columns ?? [])
    case 'xml':
      return xmlEncoder(name)
  }
}
