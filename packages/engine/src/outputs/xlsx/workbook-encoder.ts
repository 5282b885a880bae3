import type { DataRecord } from '../../formats/records/file.types.ts'
import type { Encoder, RefuseRecord } from '../encoding/encoder.types.ts'
import { UnwrittenColumns } from '../encoding/unwritten-columns.ts'
import { WorkbookSheet } from './workbook-sheet.ts'

/** XLSX: one sheet, called like the output, with the columns as its first row. */
export function createWorkbookEncoder(name: string, columns: readonly string[]): Encoder {
  const sheet = new WorkbookSheet(name, columns)
  const unwritten = new UnwrittenColumns(columns)
  const inherited = columns.map((column) => column in Object.prototype)
  const row = (record: DataRecord, index: number, refuse: RefuseRecord | undefined): Buffer | null => {
    let found = 0
    const cells = columns.map((column, i) => {
      if (inherited[i] && !Object.hasOwn(record, column)) return undefined
      const value = record[column]
      if (value !== undefined) found++
      return value
    })
    unwritten.look(record, found)
    return sheet.row(cells, index, refuse)
  }
  return {
    head: () => sheet.head(),
    encode: (records, refuse) => Buffer.concat(records.flatMap((record, index) => row(record, index, refuse) ?? [])),
    tail: () => sheet.tail(),
    leftOut: () => unwritten.sentences(),
  }
}
