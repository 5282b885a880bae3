import { describe, expect, it } from 'vitest'
import { readContent } from '../test-support/read-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const hide = (row: string, how = 'hidden="1"') => row.replace('<row', `<row spans="1:4" ${how}`)
const head = sheetRow(1, ['sku', 'cost', 'price', 'note'])

/** Notes and records of a sheet with these columns and rows. */
async function read(columns: string, rows: string) {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const sheet = `<?xml version="1.0"?><worksheet xmlns="${main}"><cols>${columns}</cols><sheetData>${head}${rows}</sheetData><autoFilter ref="A1:D9"/></worksheet>`
  const content = workbookBytes({ sheets: { Products: '' }, parts: { 'xl/worksheets/sheet1.xml': sheet } })
  const { opened, records } = await readContent(content, { kind: 'excel', name: 'p.xlsx' })
  return { records, notes: opened.notes.slice(1) }
}

describe('what a sheet hides', () => {
  it('UPL-019/engine is read, and rows hidden by a filter are told by their numbers', async () => {
    const rows = [2, 3, 4, 5].map((row) => sheetRow(row, [`S${row}`, 1, 2, 'x']))
    const { records, notes } = await read(
      '',
      [rows[0], hide(rows[1] as string), rows[2], hide(rows[3] as string)].join(''),
    )
    expect(records.map(({ sku }) => sku)).toEqual(['S2', 'S3', 'S4', 'S5'])
    expect(notes).toEqual([
      {
        level: 'warn',
        message: 'The sheet hides 2 rows, by a filter or by hand, which are read like the others: 3, 5',
      },
    ])
  })

  it.each([
    ['hidden="1"', true],
    ['hidden="true"', true],
    ["hidden='1'", true],
    ['hidden="0"', false],
    ['hidden="false"', false],
    ['zeroHeight="1"', false],
  ])('a row with %s: %s', async (how, told) => {
    const { notes } = await read('', sheetRow(2, ['A']) + hide(sheetRow(3, ['B']), how))
    expect(notes.map(({ message }) => message)).toEqual(
      told ? ['The sheet hides a row, by a filter or by hand, which is read like the others: 3'] : [],
    )
  })

  it('UPL-019/engine is told of columns by letters and name, as far as the table goes', async () => {
    const columns =
      '<col min="1" max="1" width="9"/><col min="2" max="2" hidden="1"/><col min="4" max="16384" width="0" hidden="true"/>'
    const { records, notes } = await read(columns, sheetRow(2, ['A', 7, 2, 'x']))
    expect(records).toEqual([{ sku: 'A', cost: 7, price: 2, note: 'x' }])
    expect(notes).toEqual([
      { level: 'info', message: "The sheet hides 2 columns, which are read like the others: B 'cost', D 'note'" },
    ])
    const one = await read('<col min="3" max="3" hidden="1"/>', sheetRow(2, ['A', 7, 2, 'x']))
    expect(one.notes.map(({ message }) => message)).toEqual([
      "The sheet hides a column, which is read like the others: C 'price'",
    ])
  })

  it('says nothing of blank rows, shows the first numbers of many, and counts in all parts of a large sheet', async () => {
    const blank = '<row r="2" hidden="1"/><row r="3" hidden="1"><c r="A3" s="1"/></row>'
    expect((await read('', blank + sheetRow(4, ['A']))).notes).toEqual([])
    const many = Array.from({ length: 4000 }, (_, i) => hide(sheetRow(i + 2, ['A', i, 2, 'x'.repeat(40)]))).join('')
    expect((await read('', many)).notes.map(({ message }) => message)).toEqual([
      'The sheet hides 4000 rows, by a filter or by hand, which are read like the others: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …',
    ])
  })
})
