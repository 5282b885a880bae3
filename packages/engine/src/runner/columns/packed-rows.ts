import { runInThisContext } from 'node:vm'
import type { PackedColumn, PackedRows } from '../../dataset/packed.types.ts'
import type { DataRecord } from '../../formats/records/file.types.ts'

export type { PackedColumn, PackedRows }

export type RowPacker = {
  /** The values of each key over all rows, undefined where a row lacks it; null where the rows have no order of keys in common. */
  gather(rows: readonly unknown[]): { keys: string[]; lists: unknown[][] } | null
  /** The same for rows of a table, which have no other keys than these, in this order, and none that every object has. */
  gatherTable(rows: readonly unknown[], keys: string[]): { keys: string[]; lists: unknown[][] }
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
