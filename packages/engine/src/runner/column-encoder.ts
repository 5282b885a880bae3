import { copyCell } from '../sinks/copy-text.ts'
import { loadCell } from '../sinks/load-text.ts'
import type { DatabaseKind, TableColumn } from '../sinks/table.types.ts'
import { type Cells, CellStore } from './cell-store.ts'
import type { PackedColumn, PackedRows, RowPacker } from './packed-rows.ts'

/** What JSON escapes, and surrogates, which may stand alone. Nothing else is escaped in the text of a table either. */
const special = /["\\\u0000-\u001f\ud800-\udfff]/
const surrogate = /[\ud800-\udfff]/
const escapedInJson = /["\\\u0000-\u001f]/g
const specialInCopy = /[\\\n\r\t\0\ud800-\udfff]/

const quote = 34
const openBrace = 123
const closeBrace = 125
const newline = Buffer.from('\n')
const nothing = Buffer.alloc(0)
const tab = Buffer.from('\t')

/** A column as it stands in each row: `lead`, the cell, and a quote where `quoted`. */
type Part = { lead: Buffer; cells: Cells; quoted: boolean }

/**
 * Packed rows as JSON lines and as the text of a table, byte for byte what JSON.stringify and copyText or loadText give
 * of the records. The bytes of a whole column are made at once and then dealt out to the rows: no text per record is ever made.
 */
export class ColumnEncoder {
  readonly #valuesOf: RowPacker['valuesOf']
  readonly #columns: readonly TableColumn[]
  readonly #database: DatabaseKind
  readonly #store = new CellStore()
  readonly #leads = new Map<string, { text: Buffer; other: Buffer }>()

  constructor(valuesOf: RowPacker['valuesOf'], columns: readonly TableColumn[], database: DatabaseKind = 'postgresql') {
    this.#valuesOf = valuesOf
    this.#columns = columns
    this.#database = database
  }

  /**
   * `before` stands once at the beginning, `between` after each record but the last, `after` at the end.
   * `copy` is empty when no table is written.
   */
  encode(
    rows: PackedRows,
    before: string,
    between: string,
    after: string,
    withCopy: boolean,
  ): { json: Buffer; copy: Buffer } {
    this.#store.clear()
    const shared: (Cells | null)[] = []
    const parts = rows.keys.map((key, i) => this.#jsonPart(key, rows.columns[i] as PackedColumn, shared, i))
    const copied = withCopy ? this.#copyParts(rows, shared) : []
    return {
      json: this.#jsonRows(parts, rows.n, Buffer.from(before), Buffer.from(between), Buffer.from(after)),
      copy: withCopy ? this.#copyRows(copied, rows.n) : nothing,
    }
  }

  #jsonPart(key: string, column: PackedColumn, shared: (Cells | null)[], index: number): Part {
    const lead = this.#lead(key)
    const { kind, data, ends, odd } = column
    if (kind === 's' && odd.length === 0) {
      const clean = !special.test(data as string)
      const cells = clean ? this.#store.add(data as string, ends as Uint32Array) : this.#addEscaped(column)
      shared[index] = clean ? cells : null
      return { lead: lead.text, cells, quoted: true }
    }
    if (kind === 'n' && odd.length === 0 && isFinite(data as Float64Array)) {
      const cells = this.#addNumbers(data as Float64Array)
      shared[index] = cells
      return { lead: lead.other, cells, quoted: false }
    }
    const values = this.#valuesOf(column)
    if (!values.includes(undefined)) {
      const cells = this.#addEach(values.map(jsonText))
      shared[index] = null
      return { lead: lead.other, cells, quoted: false }
    }
    shared[index] = null
    const own = `,${JSON.stringify(key)}:`
    const texts = values.map((value) => (value === undefined ? '' : own + jsonText(value)))
    return { lead: nothing, cells: this.#addEach(texts), quoted: false }
  }

  /** The texts of a column as they stand between quotes. */
  #addEscaped(column: PackedColumn): Cells {
    const data = column.data as string
    if (surrogate.test(data)) {
      const texts = this.#valuesOf(column) as string[]
      return this.#addEach(texts.map((text) => (special.test(text) ? JSON.stringify(text).slice(1, -1) : text)))
    }
    // Few characters need it: they are changed in the joined text, and what lies behind them moves.
    const before = column.ends as Uint32Array
    const ends = new Uint32Array(before.length)
    let cell = 0
    let moved = 0
    const passTo = (place: number) => {
      for (; cell < ends.length && (before[cell] as number) <= place; cell++)
        ends[cell] = (before[cell] as number) + moved
    }
    const escaped = data.replace(escapedInJson, (character, at: number) => {
      passTo(at)
      const text = JSON.stringify(character).slice(1, -1)
      moved += text.length - 1
      return text
    })
    passTo(data.length)
    return this.#store.add(escaped, ends)
  }

  /** Whole or broken, each as JavaScript writes it. */
  #addNumbers(numbers: Float64Array): Cells {
    const ends = new Uint32Array(numbers.length)
    let all = ''
    for (let i = 0; i < numbers.length; i++) {
      all += numbers[i]
      ends[i] = all.length
    }
    return this.#store.add(all, ends)
  }

  #copyParts(rows: PackedRows, shared: readonly (Cells | null)[]): Part[] {
    return this.#columns.map(({ name, pgType }, i) => {
      const lead = i === 0 ? nothing : tab
      const at = rows.keys.indexOf(name)
      if (at < 0) return { lead, cells: this.#addEach(Array.from({ length: rows.n }, () => '\\N')), quoted: false }
      const column = rows.columns[at] as PackedColumn
      const json = pgType === 'jsonb' || pgType === 'json'
      const { kind, data, ends, odd } = column
      // Instants are written anew, with their zone taken into account.
      const anew = this.#database === 'mysql' && pgType === 'timestamptz'
      const known = anew ? null : (shared[at] ?? null)
      if (known !== null && (!json || kind === 'n')) return { lead, cells: known, quoted: false }
      if (!json && !anew && kind === 's' && odd.length === 0 && !specialInCopy.test(data as string)) {
        return { lead, cells: this.#store.add(data as string, ends as Uint32Array), quoted: false }
      }
      const cell = (value: unknown) =>
        this.#database === 'mysql' ? loadCell(value, pgType) : copyCell(value, name, json)
      const texts = this.#valuesOf(column).map((value) => cell(value).toWellFormed())
      return { lead, cells: this.#addEach(texts), quoted: false }
    })
  }

  #addEach(texts: readonly string[]): Cells {
    const ends = new Uint32Array(texts.length)
    let all = ''
    for (let i = 0; i < texts.length; i++) {
      all += texts[i]
      ends[i] = all.length
    }
    return this.#store.add(all, ends)
  }

  #lead(key: string): { text: Buffer; other: Buffer } {
    let lead = this.#leads.get(key)
    if (lead === undefined) {
      const name = `,${JSON.stringify(key)}:`
      lead = { text: Buffer.from(`${name}"`), other: Buffer.from(name) }
      if (this.#leads.size < 10_000) this.#leads.set(key, lead)
    }
    return lead
  }

  #jsonRows(parts: readonly Part[], n: number, before: Buffer, between: Buffer, after: Buffer): Buffer {
    const size = before.length + sizeOf(parts, n) + n * (2 + between.length) + after.length
    const out = Buffer.allocUnsafeSlow(size)
    const arena = this.#store.bytes
    let pos = before.copy(out)
    for (let row = 0; row < n; row++) {
      const start = pos
      pos = writeRow(out, pos, parts, arena, row)
      // The comma before the first field gives way to the brace.
      if (pos === start) pos++
      out[start] = openBrace
      out[pos++] = closeBrace
      if (row < n - 1) for (let i = 0; i < between.length; i++) out[pos++] = between[i] as number
    }
    pos += after.copy(out, pos)
    return out.subarray(0, pos)
  }

  #copyRows(parts: readonly Part[], n: number): Buffer {
    const out = Buffer.allocUnsafeSlow(sizeOf(parts, n) + n)
    const arena = this.#store.bytes
    let pos = 0
    for (let row = 0; row < n; row++) {
      pos = writeRow(out, pos, parts, arena, row)
      out[pos++] = newline[0] as number
    }
    return out.subarray(0, pos)
  }
}

function writeRow(out: Buffer, from: number, parts: readonly Part[], arena: Buffer, row: number): number {
  let pos = from
  for (let k = 0; k < parts.length; k++) {
    const { lead, cells, quoted } = parts[k] as Part
    for (let i = 0; i < lead.length; i++) out[pos++] = lead[i] as number
    const end = cells.ends[row] as number
    for (let i = row === 0 ? cells.start : (cells.ends[row - 1] as number); i < end; i++)
      out[pos++] = arena[i] as number
    if (quoted) out[pos++] = quote
  }
  return pos
}

function sizeOf(parts: readonly Part[], n: number): number {
  let size = 0
  for (const { lead, cells, quoted } of parts) {
    size += n * (lead.length + (quoted ? 1 : 0)) + (cells.ends[n - 1] as number) - cells.start
  }
  return size
}

/** As JSON.stringify has it inside a record; never undefined, since functions and symbols do not cross. */
const jsonText = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : (JSON.stringify(value) ?? 'null')

function isFinite(numbers: Float64Array): boolean {
  for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return false
  return true
}
