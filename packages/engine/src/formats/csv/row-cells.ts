import { createRecordFactory } from '../records/columns.ts'
import type { DataRecord, ReadLimits } from '../records/file.types.ts'
import type { Dialect } from './dialect.ts'
import { RowScanner } from './row-scanner.ts'

/** Reads the text of a row once more, all of its cells. */
export function cellReader(dialect: Dialect, limits: ReadLimits): (text: string) => string[] {
  let row: string[] = []
  const scanner = new RowScanner(dialect, limits, (cells, count) => {
    row = cells.slice(0, count)
    return true
  })
  return (text) => {
    scanner.push(text)
    scanner.end()
    return row
  }
}

/** Makes the whole record of the text of its row. */
export function wholeRecords(
  keys: readonly string[],
  cellsOf: (text: string) => string[],
): (text: string) => DataRecord {
  const make = createRecordFactory(keys)
  return (text) => make(cellsOf(text))
}

/** All that the row holds; cells beyond the header are called by their position. */
export function ownRecord(
  headers: readonly string[],
  cells: readonly string[],
  count: number,
): Record<string, unknown> {
  const entries: [string, string][] = []
  let used = count
  while (used > headers.length && cells[used - 1] === '') used--
  for (let i = 0; i < used; i++) entries.push([headers[i] ?? `cell ${i + 1}`, cells[i] as string])
  return Object.fromEntries(entries)
}
