import { createCsvEncoder } from './csv/csv-encoder.ts'
import { byteOrderMark, type Encoder, type EncoderOptions, type OutputFormat } from './encoding/encoder.types.ts'
import { createJsonEncoder, createNdjsonEncoder } from './json/json-encoder.ts'
import { outputError } from './encoding/output-error.ts'
import { createWorkbookEncoder } from './xlsx/workbook-encoder.ts'
import { createXmlEncoder } from './xml/xml-encoder.ts'

/** Formats that are one table: they need to know their columns before the first record. */
export const needsColumns = (format: OutputFormat): boolean => format === 'csv' || format === 'xlsx'

/**
 * Encoder of an output file. Values are exact: nothing is rounded or guarded against formulas, since programs
 * read these files; only downloads made for people guard them.
 * - `json`: a list, one record per line; `ndjson`: one record per line
 * - `csv`: RFC 4180, comma, CRLF; objects and lists are JSON text
 * - `xlsx`: one sheet, the columns as its first row
 * - `xml`: `<records>` with a `<record>` for each, its elements in the order of the columns
 *
 * With `byteOrderMark` a file of text begins with that mark: spreadsheets take CSV for UTF-8 only then.
 *
 * @throws RunError of kind result for CSV without columns and, from `encode`, for a record that the format cannot hold;
 * it names record and column
 */
export function createEncoder(format: OutputFormat, options: EncoderOptions = {}): Encoder {
  const encoder = encoderOf(format, options)
  if (options.byteOrderMark !== true || format === 'xlsx') return encoder
  return { ...encoder, head: () => byteOrderMark + String(encoder.head()) }
}

function encoderOf(format: OutputFormat, { name = 'records', columns }: EncoderOptions): Encoder {
  switch (format) {
    case 'json':
      return createJsonEncoder()
    case 'ndjson':
      return createNdjsonEncoder()
    case 'csv':
      if (!columns || columns.length === 0)
        throw outputError({ output: name, record: 1, field: null }, 'a CSV file needs columns, it has no properties')
      return createCsvEncoder(columns)
    case 'xlsx':
      return createWorkbookEncoder(name, columns ?? [])
    case 'xml':
      return createXmlEncoder(name, columns)
  }
}
