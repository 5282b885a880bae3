import type { Rec } from '../formats/file.types.ts'

export type OutputFormat = 'json' | 'ndjson' | 'csv' | 'xlsx' | 'xml'

/** Makes an output file in pieces: `head()`, then `encode()` for each batch, then `tail()`; the text is UTF-8. */
export type Encoder = {
  head(): string
  encode(records: readonly Rec[]): string
  tail(): string
}

/**
 * Encoder of an output file. Values are exact: nothing is rounded or guarded against formulas (settled point 13).
 * - `json`: a list, one record per line; `ndjson`: one record per line
 * - `csv`: RFC 4180, comma, CRLF; `columns` are the header and the order, objects and lists are JSON text
 *
 * Throws for a format that cannot be written, and for `csv` without columns.
 */
export function createEncoder(format: OutputFormat, columns?: readonly string[]): Encoder {
  if (format === 'json') return jsonEncoder()
  if (format === 'ndjson') return { head: () => '', encode: (records) => lines(records, '\n'), tail: () => '' }
  if (format === 'csv') {
    if (!columns || columns.length === 0)
      throw new Error('A CSV file needs columns: the row schema of the output names no properties')
    return csvEncoder(columns)
  }
  throw new Error(`Output files in the format '${format}' cannot be written; choose json, ndjson or csv`)
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
  }
}

const needsQuotes = /[",\r\n]/

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function csvEncoder(columns: readonly string[]): Encoder {
  const line = (cells: string[]) => {
    const text = cells.join(',')
    // One empty cell alone would be a blank line, which readers skip.
    return `${text === '' ? '""' : text}\r\n`
  }
  const own = columns.map((name) => name in Object.prototype)
  return {
    head: () => line(columns.map(csvCell)),
    encode(records) {
      let text = ''
      for (const record of records) {
        text += line(columns.map((name, i) => (own[i] && !Object.hasOwn(record, name) ? '' : csvCell(record[name]))))
      }
      return text
    },
    tail: () => '',
  }
}
