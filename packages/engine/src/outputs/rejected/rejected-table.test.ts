import { describe, expect, it } from 'vitest'
import { readContent } from '../../formats/test-support/read-for-test.ts'
import { createTableWriter } from '../tables/table-writer.ts'
import type { RejectedPlace, RejectedRecord } from './rejected-file.ts'
import { RejectedTable } from './rejected-table.ts'
import { sheetLimits } from '../xlsx/workbook-sheet.ts'

const place = (row: number, ...messages: string[]): RejectedPlace => [
  row,
  row,
  row + 1,
  messages.map((message) => ['a', '', 'type', '', message]),
]
function whole(
  format: 'csv' | 'xlsx',
  columns: string[] | null,
  records: [RejectedPlace, RejectedRecord][],
  sheet?: string,
): Buffer {
  const table = new RejectedTable({ columns, ...(sheet !== undefined && { sheet }) })
  for (const [, record] of records) table.look(record)
  const writer = createTableWriter(format, 'rejected', table.header())
  const head = writer.head()
  const rows = records.map(([at, record]) => writer.row(table.cells(at, record)) ?? Buffer.alloc(0))
  return Buffer.concat([head, ...rows, writer.tail()])
}

describe('the table of rejected records', () => {
  it('has row, line, the original columns, cells beyond them, and the reasons', () => {
    const text = whole(
      'csv',
      ['sku', '=price'],
      [
        [place(2, 'Too low', 'Too old'), ['007', '-3,00']],
        [place(5, '=evil'), ['a', '=1+1', 'more']],
      ],
    ).toString()
    expect(text).toBe(
      "\ufeffRow,Line,sku,'=price,Cell 3,Reasons\r\n2,3,007,\"-3,00\",,Too low; Too old\r\n5,6,a,'=1+1,more,'=evil\r\n",
    )
  })

  it('names the sheet whose rows it counts, of a workbook', () => {
    const text = whole('csv', ['sku'], [[place(2, 'Too low'), ['007']]], '=Products').toString()
    expect(text).toBe('\ufeffRecord,Row of the sheet =Products,sku,Reasons\r\n2,3,007,Too low\r\n')
  })

  it('S10 begins no formula in a CSV file for readers that split at semicolons or tabs', () => {
    const record: [RejectedPlace, RejectedRecord] = [place(2, 'not ";=1+1"'), ['x;=1+1', 'a\t@SUM(A1)']]
    expect(whole('csv', ['sku', 'n;=2'], [record]).toString()).toBe(
      `\ufeffRow,Line,sku,n;'=2,Reasons\r\n2,3,x;'=1+1,a\t'@SUM(A1),"not "";'=1+1"""\r\n`,
    )
  })

  it('has every field of records without columns, objects as JSON text', async () => {
    const records: [RejectedPlace, RejectedRecord][] = [
      [place(1, 'x'), { a: 1, o: { p: [1] } }],
      [place(2, 'y'), JSON.parse('{"b":true,"__proto__":"p"}')],
    ]
    for (const format of ['csv', 'xlsx'] as const) {
      const read = await readContent(whole(format, null, records), { kind: format === 'csv' ? 'csv' : 'excel' })
      expect(read.opened.headers).toEqual(['Row', 'Line', 'a', 'o', 'b', '__proto__', 'Reasons'])
      expect(Object.values(read.records[0] ?? {}).map(String)).toEqual(['1', '2', '1', '{"p":[1]}', '', '', 'x'])
      expect(Object.values(read.records[1] ?? {}).map(String)).toEqual(['2', '3', '', '', 'true', 'p', 'y'])
    }
  })

  it('fits into a sheet: long cells are cut and say so, the reasons stay, rows beyond the last are told', async () => {
    const wide = Array.from({ length: sheetLimits.columns }, (_, i) => `c${i}`)
    const content = whole('xlsx', wide, [[place(1, 'why'), ['x'.repeat(40_000)]]])
    const { records } = await readContent(content, { kind: 'excel', format: { header: true } })
    expect(String(records[0]?.c0)).toMatch(/x… \(cut, the CSV download has the whole value\)$/)
    expect(records[0]?.Reasons).toBe('why')
    const writer = createTableWriter('xlsx', 'r', ['Row'])
    writer.head()
    let chunks = 0
    for (let i = 0; i < sheetLimits.rows + 5; i++) if (writer.row([i]) !== null) chunks++
    expect(chunks).toBeGreaterThan(10)
    expect(writer.tail().length).toBeGreaterThan(100)
  })
})
