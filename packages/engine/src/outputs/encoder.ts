import type { Rec } from '../formats/file.types.ts'
import { csvEncoder } from './csv-encoder.ts'
import { outputProblem } from './output-problem.ts'
import { workbookEncoder } from './workbook-encoder.ts'
import { xmlEncoder } from './xml-encoder.ts'

export const outputFormats = ['json', 'ndjson', 'csv', 'xlsx', 'xml'] as const
export type OutputFormat = (typeof outputFormats)[number]

/**
 * Makes an output file in pieces: `head()`, then `encode()` for each batch, then `tail()`. A piece is bytes, or text
 * that stands for its UTF-8 bytes. The same records give the same bytes, however they are packed into batches (G7).
 */
export type Encoder = {
  head(): string | Buffer
  encode(records: readonly Rec[]): string | Buffer
  tail(): string | Buffer
  /** Where records are JSON texts, and nothing else decides the bytes: how the texts of a batch are put together. */
  joined?(): { before: string; between: string; after: string }
  /** Sentences about values the file has no place for, for the log; known after the last batch. */
  leftOut?(): string[]
}

export type EncoderOptions = {
  /** What the output is called: the sheet of a workbook, and in what is said about a record. */
  name?: string
  /** Header and order of a table; required by `csv`. */
  columns?: readonly string[]
}

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
      return {
        head: () => '',
        encode: (records) => lines(records, '\n'),
        tail: () => '',
        joined: () => ({ before: '', between: '\n', after: '\n' }),
      }
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

function lines(records: readonly Rec[], end: string): string {
  let text = ''
  for (const record of records) text += JSON.stringify(record) + end
  return text
}

function jsonEncoder(): Encoder {
  let isFirst = true
  return {
    head: () => '[\n',
    encode(records) {
      if (records.length === 0) return ''
      const text = lines(records, ',\n').slice(0, -2)
      if (!isFirst) return `,\n${text}`
      isFirst = false
      return text
    },
    tail: () => (isFirst ? ']\n' : '\n]\n'),
    joined() {
      const before = isFirst ? '' : ',\n'
      isFirst = false
      return { before, between: ',\n', after: '' }
    },
  }
}
