import type { DataRecord } from '../../formats/records/file.types.ts'
import type { TableColumn } from './table.types.ts'

const special = /[\\\n\r\t\0]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }
const instant = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/

const text = (value: string): string =>
  special.test(value) ? value.replace(/[\\\n\r\t\0]/g, (c) => escapes[c] as string) : value

function cell(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (value === undefined || value === null) return '\\N'
  if (value === true) return '1'
  if (value === false) return '0'
  return typeof value === 'object' ? text(JSON.stringify(value)) : String(value)
}

/** JSON columns hold every value as JSON, texts included. */
const jsonCell = (value: unknown): string =>
  value === undefined || value === null ? '\\N' : text(JSON.stringify(value))

/** An instant in UTC without its zone, which no MySQL takes: the session's time zone is UTC. Else what it was. */
function instantCell(value: unknown): string {
  const found = typeof value === 'string' ? instant.exec(value) : null
  if (found === null) return cell(value)
  const [, day, time, fraction = '', sign, hours, minutes] = found
  if (sign === undefined || (hours === '00' && minutes === '00')) return `${day} ${time}${fraction}`
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const at = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(at)) return cell(value)
  return new Date(at - offset).toISOString().replace('T', ' ').replace('.000Z', fraction)
}

/** One value as it stands in LOAD DATA text. */
export function toLoadCell(value: unknown, pgType: string): string {
  return pgType === 'jsonb' ? jsonCell(value) : pgType === 'timestamptz' ? instantCell(value) : cell(value)
}

type Writer = (record: DataRecord) => string
const writers = new WeakMap<readonly TableColumn[], Writer>()

/** As in copy-text.ts, the names of the properties are part of the function. */
function writerOf(columns: readonly TableColumn[]): Writer {
  const known = writers.get(columns)
  if (known) return known
  const parts = columns.map(({ name, pgType }) => {
    const key = JSON.stringify(name)
    const value = name in Object.prototype ? `(hasOwn(r,${key})?r[${key}]:null)` : `r[${key}]`
    return `${pgType === 'jsonb' ? 'jsonCell' : pgType === 'timestamptz' ? 'instantCell' : 'cell'}(${value})`
  })
  const names = ['cell', 'jsonCell', 'instantCell', 'hasOwn']
  const make = new Function(...names, `return (r)=>${parts.join("+'\\t'+")}+'\\n'`)
  const writer = make(cell, jsonCell, instantCell, Object.hasOwn) as Writer
  writers.set(columns, writer)
  return writer
}

/**
 * Records as lines of MySQL's LOAD DATA text, for the table sink: what `toCopyText` is for PostgreSQL. Pass the same
 * `columns` array each time. Runs in the runner.
 */
export function toLoadText(records: readonly DataRecord[], columns: readonly TableColumn[]): string {
  const write = writerOf(columns)
  let lines = ''
  for (const record of records) lines += write(record)
  return lines
}
