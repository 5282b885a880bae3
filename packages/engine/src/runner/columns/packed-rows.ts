import { runInThisContext } from 'node:vm'
import type { DataRecord } from '../../formats/records/file.types.ts'

/** One column of packed rows; see columns.guest.js. */
export type PackedColumn = {
  kind: 's' | 'n' | 'v'
  data: string | Float64Array | unknown[]
  ends: Uint32Array | null
  at: readonly number[]
  odd: readonly unknown[]
  absent: readonly number[]
}

/** Records by columns, the shape in which they cross between host and isolate. */
export type PackedRows = { keys: string[]; n: number; columns: PackedColumn[] }

export type RowPacker = {
  /** null where the rows are no records with one order of keys. `leavesOut`: what is undefined counts as absent. */
  pack(rows: readonly unknown[], leavesOut?: boolean): PackedRows | null
  /**
   * Of each row these fields alone, none of them a name that every object has. What a row lacks is undefined, which
   * code that only reads fields cannot tell apart. null where a row is no plain record.
   */
  packFields(rows: readonly unknown[], fields: string[]): PackedRows | null
  unpack(packed: PackedRows): DataRecord[]
  /** Values of one column, undefined where the record has no such key. */
  valuesOf(column: PackedColumn): unknown[]
}

/** Runs the same source here as in the isolate, so that both sides pack alike. */
export function createRowPacker(text: string): RowPacker {
  const make = runInThisContext(text, { filename: 'columns.guest.js' }) as (fn: FunctionConstructor) => RowPacker
  return make(Function)
}

/** Whether what came out of the isolate is a list or packed rows that are whole: the other side is not trusted. */
export function isPacked(rows: unknown): boolean {
  if (Array.isArray(rows)) return true
  const { keys, n, columns } = (rows ?? {}) as Partial<PackedRows>
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string') || !Number.isInteger(n)) return false
  return Array.isArray(columns) && columns.length === keys.length && columns.every((one) => isColumn(one, n as number))
}

function isColumn(column: unknown, n: number): boolean {
  const { kind, data, ends, at, odd, absent } = (column ?? {}) as Partial<PackedColumn>
  if (!Array.isArray(at) || !Array.isArray(odd) || at.length !== odd.length || !Array.isArray(absent)) return false
  for (const place of [...at, ...absent]) if (!Number.isInteger(place) || place < 0 || place >= n) return false
  if (kind === 'v') return Array.isArray(data) && data.length === n
  if (kind === 'n') return data instanceof Float64Array && data.length === n
  if (kind !== 's' || typeof data !== 'string' || !(ends instanceof Uint32Array) || ends.length !== n) return false
  let last = 0
  for (let i = 0; i < n; i++) {
    const end = ends[i] as number
    if (end < last) return false
    last = end
  }
  return last <= data.length
}
