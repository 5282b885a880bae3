import type { DataRecord } from '../../formats/records/file.types.ts'
import { SinkError } from './sink-error.ts'
import type { TableColumn } from './table.types.ts'

const special = /[\\\n\r\t\0]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(text: string, column: string): string {
  const nul = text.indexOf('\0')
  if (nul >= 0) {
    const around = text.slice(Math.max(0, nul - 50), nul + 50).replaceAll('\0', '\\0')
    const message = `Column '${column}' holds a NUL character, which PostgreSQL cannot store: '${around}'`
    throw new SinkError('data', message)
  }
  return text.replace(/[\\\n\r\t]/g, (c) => escapes[c] as string)
}

function cell(value: unknown, column: string): string {
  if (typeof value === 'string') return special.test(value) ? escaped(value, column) : value
  if (value === undefined || value === null) return '\\N'
  if (value === true) return 't'
  if (value === false) return 'f'
  return typeof value === 'object' ? cell(JSON.stringify(value), column) : String(value)
}

/** JSON columns hold every value as JSON, texts included. */
const jsonCell = (value: unknown, column: string): string =>
  value === undefined || value === null ? '\\N' : cell(JSON.stringify(value), column)

/** One value as it stands in COPY text; `json` for json and jsonb columns. */
export const toCopyCell = (value: unknown, column: string, json: boolean): string =>
  json ? jsonCell(value, column) : cell(value, column)

type Writer = (record: DataRecord) => string
const writers = new WeakMap<readonly TableColumn[], Writer>()

/** Property names are written into the function: reading them in a loop costs a third of the whole copy. */
function writerOf(columns: readonly TableColumn[]): Writer {
  const known = writers.get(columns)
  if (known) return known
  const parts = columns.map(({ name, pgType }) => {
    const value =
      name in Object.prototype
        ? `(hasOwn(r,${JSON.stringify(name)})?r[${JSON.stringify(name)}]:null)`
        : `r[${JSON.stringify(name)}]`
    return `${pgType === 'jsonb' || pgType === 'json' ? 'jsonCell' : 'cell'}(${value},${JSON.stringify(name)})`
  })
  const make = new Function('cell', 'jsonCell', 'hasOwn', `return (r)=>${parts.join("+'\\t'+")}+'\\n'`)
  const writer = make(cell, jsonCell, Object.hasOwn) as Writer
  writers.set(columns, writer)
  return writer
}

/**
 * Records as lines of PostgreSQL's COPY text format, for the table sink. Pass the same `columns` array each time: the
 * writer is made once for it. Runs in the runner.
 */
export function toCopyText(records: readonly DataRecord[], columns: readonly TableColumn[]): string {
  const write = writerOf(columns)
  let text = ''
  for (const record of records) text += write(record)
  return text
}
