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
