import { toCopyCell } from '../../outputs/targets/copy-text.ts'
import { toLoadCell } from '../../outputs/targets/load-text.ts'
import type { DatabaseKind, TableColumn } from '../../outputs/targets/table.types.ts'
import { type Cells, CellStore, toWordView } from './cell-store.ts'
import type { PackedColumn, PackedRows, RowPacker } from './packed-rows.ts'

/** What JSON escapes, and surrogates, which may stand alone. Nothing else is escaped in the text of a table either. */
const special = /["\\\u0000-\u001f\ud800-\udfff]/
const surrogate = /[\ud800-\udfff]/
const escapedInJson = /["\\\u0000-\u001f]/g
const specialInCopy = /[\\\n\r\t\0\ud800-\udfff]/

const quote = 34
const openBrace = 123
const closeBrace = 125
const newline = 10
/**
 * Texts are copied four bytes at a time, and the last word may reach three beyond its text. V8 asks for three more: what
 * it compiles first looks for the end too early, and from the first word that it finds there on it calls a function for
 * each word (`setInt32`: 45 ms of an import of 100,000 products).
 */
const overreach = 8

/** The constant text before each cell of a column, with room for whole words. */
type Prefix = { words: DataView; length: number }
const leadOf = (text: string): Prefix => {
  const length = Buffer.byteLength(text)
  const bytes = new Uint8Array(length + overreach)
  bytes.set(Buffer.from(text))
  return { words: toWordView(bytes), length }
}
const nothing = leadOf('')
const tab = leadOf('\t')
const noText = Buffer.alloc(0)

/** Cells of the file's column that may stand in the table, too: texts, numbers, or values as JSON. */
type Shared = { cells: Cells; as: 'text' | 'number' | 'json' } | null

/** A column as it stands in each row: `lead`, the cell, and a quote where `quoted`. */
type EncodedColumn = { lead: Prefix; cells: Cells; quoted: boolean }

/**
 * Packed rows as JSON lines and as the text of a table, byte for byte what JSON.stringify and toCopyText or toLoadText give
 * of the records. The bytes of a whole column are made at once and then dealt out to the rows: no text per record is ever made.
 */
export class ColumnEncoder {
  readonly #valuesOf: RowPacker['valuesOf']
  readonly #columns: readonly TableColumn[]
  readonly #database: DatabaseKind
  readonly #store = new CellStore()
  readonly #leads = new Map<string, { text: Prefix; other: Prefix }>()

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
    const shared: Shared[] = []
    const parts = rows.keys.map((key, i) => this.#jsonPart(key, rows.columns[i] as PackedColumn, shared, i))
    const copied = withCopy ? this.#copyParts(rows, shared) : []
    return {
      json: this.#jsonRows(parts, rows.n, Buffer.from(before), Buffer.from(between), Buffer.from(after)),
      copy: withCopy ? this.#copyRows(copied, rows.n) : noText,
    }
  }

  #jsonPart(key: string, column: PackedColumn, shared: Shared[], index: number): EncodedColumn {
    const lead = this.#lead(key)
    const { kind, data, ends, odd } = column
    if (kind === 's' && odd.length === 0) {
      const clean = !special.test(data as string)
      const cells = clean ? this.#store.add(data as string, ends as Uint32Array) : this.#addEscaped(column)
      shared[index] = clean ? { cells, as: 'text' } : null
      return { lead: lead.text, cells, quoted: true }
    }
    if (kind === 'n' && odd.length === 0 && isFinite(data as Float64Array)) {
      const cells = this.#addNumbers(data as Float64Array)
      shared[index] = { cells, as: 'number' }
      return { lead: lead.other, cells, quoted: false }
    }
    const values = this.#valuesOf(column)
    if (!values.includes(undefined)) {
      const texts = values.map(jsonText)
      const cells = this.#addEach(texts)
      // A table has no value where JSON says null, and a backslash stands for itself there only when it is doubled.
      const isSame = kind === 'v' && !values.includes(null) && !texts.some((text) => text.includes('\\'))
      shared[index] = isSame ? { cells, as: 'json' } : null
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

  #copyParts(rows: PackedRows, shared: readonly Shared[]): EncodedColumn[] {
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
      if (known !== null && (known.as === 'number' || (known.as === 'json') === json)) {
        return { lead, cells: known.cells, quoted: false }
      }
      if (!json && !anew && kind === 's' && odd.length === 0 && !specialInCopy.test(data as string)) {
        return { lead, cells: this.#store.add(data as string, ends as Uint32Array), quoted: false }
      }
      const cell = (value: unknown) =>
        this.#database === 'mysql' ? toLoadCell(value, pgType) : toCopyCell(value, name, json)
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

  #lead(key: string): { text: Prefix; other: Prefix } {
    let lead = this.#leads.get(key)
    if (lead === undefined) {
      const name = `,${JSON.stringify(key)}:`
      lead = { text: leadOf(`${name}"`), other: leadOf(name) }
      if (this.#leads.size < 10_000) this.#leads.set(key, lead)
    }
    return lead
  }

  #jsonRows(parts: readonly EncodedColumn[], n: number, before: Buffer, between: Buffer, after: Buffer): Buffer {
    const size = before.length + sizeOf(parts, n) + n * (2 + between.length) + after.length
    const out = Buffer.allocUnsafeSlow(size + overreach)
    const words = toWordView(out)
    const arena = this.#store.words
    let pos = before.copy(out)
    for (let row = 0; row < n; row++) {
      const start = pos
      pos = writeRow(out, words, pos, parts, arena, row)
      // The comma before the first field gives way to the brace.
      if (pos === start) pos++
      out[start] = openBrace
      out[pos++] = closeBrace
      if (row < n - 1) for (let i = 0; i < between.length; i++) out[pos++] = between[i] as number
    }
    pos += after.copy(out, pos)
    return out.subarray(0, pos)
  }

  #copyRows(parts: readonly EncodedColumn[], n: number): Buffer {
    const out = Buffer.allocUnsafeSlow(sizeOf(parts, n) + n + overreach)
    const words = toWordView(out)
    const arena = this.#store.words
    let pos = 0
    for (let row = 0; row < n; row++) {
      pos = writeRow(out, words, pos, parts, arena, row)
      out[pos++] = newline
    }
    return out.subarray(0, pos)
  }
}

/** Words are half the work of bytes; what reaches beyond a text is written over by what follows it. */
function writeRow(
  out: Buffer,
  words: DataView,
  from: number,
  parts: readonly EncodedColumn[],
  arena: DataView,
  row: number,
): number {
  let pos = from
  for (let k = 0; k < parts.length; k++) {
    const { lead, cells, quoted } = parts[k] as EncodedColumn
    const { words: text, length } = lead
    for (let i = 0; i < length; i += 4) words.setInt32(pos + i, text.getInt32(i))
    pos += length
    const start = row === 0 ? cells.start : (cells.ends[row - 1] as number)
    const size = (cells.ends[row] as number) - start
    for (let i = 0; i < size; i += 4) words.setInt32(pos + i, arena.getInt32(start + i))
    pos += size
    if (quoted) out[pos++] = quote
  }
  return pos
}

function sizeOf(parts: readonly EncodedColumn[], n: number): number {
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
