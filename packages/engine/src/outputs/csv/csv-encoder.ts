import type { Encoder } from '../encoding/encoder.types.ts'
import { UnwrittenColumns } from '../encoding/unwritten-columns.ts'

const needsQuotes = /[",\r\n]/

/** One cell of RFC 4180: objects and lists as JSON text, nothing for null. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line of cells that are ready to be written. */
export function csvLine(cells: readonly string[]): string {
  const text = cells.join(',')
  // One empty cell alone would be a blank line, which readers skip.
  return `${text === '' ? '""' : text}\r\n`
}

/** CSV with these columns; what records have under other names is counted and told. */
export function createCsvEncoder(columns: readonly string[]): Encoder {
  const inherited = columns.map((name) => name in Object.prototype)
  const unwritten = new UnwrittenColumns(columns)
  return {
    head: () => csvLine(columns.map(csvCell)),
    encode(records) {
      let text = ''
      for (const record of records) {
        let found = 0
        const cells = columns.map((name, i) => {
          if (inherited[i] && !Object.hasOwn(record, name)) return ''
          const value = record[name]
          if (value !== undefined) found++
          return csvCell(value)
        })
        text += csvLine(cells)
        unwritten.look(record, found)
      }
      return text
    },
    tail: () => '',
    leftOut: () => unwritten.sentences(),
  }
}
