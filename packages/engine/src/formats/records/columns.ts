import { decimalMarkOf, parseNumberText } from '@millrace/contract/schemas/number-text.rule'
import { FileError } from './file-error.ts'
import type { ReadLimits, ReadNote, DataRecord } from './file.types.ts'

/**
 * Names of the columns of a table. `headers` are the file's own names, made unique; `keys` are what records use, after
 * the renaming of the source. An empty cell in the header is called 'column 3', by its position; columns without
 * a name at the end are dropped.
 */
export type Columns = { keys: string[]; headers: string[] }

const shown = (name: string) => `'${name.length > 60 ? `${name.slice(0, 57)}…` : name}'`

/** `next` remembers which number a name had last: a header of 16,384 equal names would be tried a hundred million times. */
function uniqueName(name: string, used: Set<string>, next: Map<string, number>): string {
  let unique = name
  for (let n = next.get(name) ?? 2; used.has(unique); n++) {
    unique = `${name} (${n})`
    next.set(name, n + 1)
  }
  used.add(unique)
  return unique
}

function ownHeaders(cells: readonly string[], notes: ReadNote[], placeName: PlaceName): string[] {
  const names = cells.map((cell) => cell.trim())
  while (names.length > 1 && names[names.length - 1] === '') names.pop()
  const used = new Set<string>()
  const next = new Map<string, number>()
  const twice = new Set<string>()
  const nameless: number[] = []
  const headers = names.map((name, i) => {
    if (name === '') nameless.push(i)
    else if (used.has(name)) twice.add(name)
    return uniqueName(name === '' ? `column ${i + 1}` : name, used, next)
  })
  if (twice.size > 0) {
    const list = [...twice].slice(0, 10).map(shown).join(', ')
    notes.push({
      level: 'warn',
      message: `The header names ${list} more than once; the later columns are called '… (2)'`,
    })
  }
  if (nameless.length > 0) {
    const list = nameless.slice(0, 10).map(placeName).join(', ')
    notes.push({
      level: 'warn',
      message: `The header is empty in column ${list}; such a column is called 'column ${(nameless[0] as number) + 1}'`,
    })
  }
  return headers
}

/** What a column is called by its place, from 0. */
type PlaceName = (place: number) => string
const countedFromOne: PlaceName = (place) => String(place + 1)

export function nameColumns(
  header: { cells: readonly string[]; line: number } | null,
  width: number,
  renames: Record<string, string> | undefined,
  limits: ReadLimits,
  notes: ReadNote[],
  placeName: PlaceName = countedFromOne,
): Columns {
  if (width > limits.columns) {
    throw new FileError('limit', `The file has ${width} columns; at most ${limits.columns} are read`, {
      line: header?.line,
    })
  }
  const headers = header
    ? ownHeaders(header.cells, notes, placeName)
    : Array.from({ length: width }, (_, i) => String(i + 1))
  const byHeader = new Map(Object.entries(renames ?? {}))
  const keys = headers.map((name) => byHeader.get(name) ?? name)
  const first = new Map<string, string>()
  keys.forEach((key, i) => {
    const other = first.get(key)
    if (other !== undefined) {
      const message = `The columns ${shown(other)} and ${shown(headers[i] as string)} would both be called ${shown(key)}`
      throw new FileError('header', message, { line: header?.line })
    }
    first.set(key, headers[i] as string)
  })
  const known = new Set(headers)
  for (const name of byHeader.keys()) {
    if (known.has(name)) continue
    notes.push({ level: 'warn', message: `The source renames a column ${shown(name)}, which the file does not have` })
  }
  return { keys, headers }
}

/**
 * Makes records of one shape from a row of cells; far faster than assigning key by key. With `holes`, cells that are
 * missing are ''. Records have those columns only that are `wanted`.
 */
export function createRecordFactory(
  keys: readonly string[],
  holes = false,
  wanted: readonly boolean[] | null = null,
): (cells: readonly unknown[]) => DataRecord {
  // A computed key makes `__proto__` an own property; plain ones keep V8's literal boilerplate.
  const body = keys.flatMap((key, i) => {
    if (wanted !== null && !wanted[i]) return []
    const cell = holes ? `cells[${i}]??''` : `cells[${i}]`
    return `${key === '__proto__' ? '["__proto__"]' : JSON.stringify(key)}:${cell}`
  })
  return new Function('cells', `return {${body.join(',')}}`) as (cells: readonly unknown[]) => DataRecord
}

const plainNumber = /^\s*[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/
/** Grouped ones, too, whatever their decimal mark. */
const isNumber = (cell: string): boolean =>
  plainNumber.test(cell) || decimalMarkOf(cell) !== null || typeof parseNumberText(cell, '.') === 'number'

/**
 * Whether the first row is a header: unless it is set, a row is taken for data only when one of its cells is a number
 * that is not like a year and the cells below it are numbers, too.
 */
export function looksLikeHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...below] = rows
  if (!first || below.length < 2) return true
  return !first.some((cell, i) => {
    if (!isNumber(cell) || /^\s*(?:19|20)\d\d\s*$/.test(cell)) return false
    const filled = below.map((row) => row[i] ?? '').filter((other) => other.trim() !== '')
    return filled.length >= 2 && filled.every(isNumber)
  })
}
