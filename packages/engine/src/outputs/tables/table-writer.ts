import { csvCell, csvLine } from '../csv/csv-encoder.ts'
import { byteOrderMark } from '../encoding/encoder.types.ts'
import { escapeCsvFormula } from '../encoding/escape-formula.ts'
import { sheetLimits, WorkbookSheet } from '../xlsx/workbook-sheet.ts'

const cutMark = '… (cut, the CSV download has the whole value)'

/** A table of cells for people, in chunks. */
export type TableWriter = {
  head(): Buffer
  row(cells: readonly unknown[]): Buffer | null
  tail(): Buffer
}

export function createTableWriter(format: 'csv' | 'xlsx', name: string, header: readonly string[]): TableWriter {
  return format === 'csv' ? csvTable(header) : sheetTable(name, header)
}

function csvTable(header: readonly string[]): TableWriter {
  const line = (cells: readonly unknown[]) => csvLine(cells.map((cell) => csvCell(escapeCsvFormula(cell))))
  return {
    head: () => Buffer.from(byteOrderMark + line(header)),
    row: (cells) => Buffer.from(line(cells)),
    tail: () => Buffer.alloc(0),
  }
}

/** What a sheet cannot hold is cut and says so: a person reads it, and the CSV has all of it. */
function sheetTable(name: string, header: readonly string[]): TableWriter {
  const columns = fittingRow(header).map(String)
  const sheet = new WorkbookSheet(name, columns)
  let rows = 1
  return {
    head: () => sheet.head(),
    row(cells) {
      rows++
      if (rows > sheetLimits.rows) return null
      if (rows === sheetLimits.rows) {
        return sheet.row(['A sheet holds no more rows: the CSV download has the further records'])
      }
      return sheet.row(fittingRow(cells))
    },
    tail: () => sheet.tail(),
  }
}

/** The last cell, which has the reasons of a rejected record, is kept of any row. */
function fittingRow(cells: readonly unknown[]): unknown[] {
  if (cells.length <= sheetLimits.columns) return cells.map(fitting)
  return [...cells.slice(0, sheetLimits.columns - 1), cells.at(-1)].map(fitting)
}

function fitting(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= sheetLimits.cellCharacters) return value
  return value.slice(0, sheetLimits.cellCharacters - cutMark.length) + cutMark
}
