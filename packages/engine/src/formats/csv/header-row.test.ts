import { describe, expect, it } from 'vitest'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const read = (content: string, options: ReadOptions = {}) =>
  readContent(content, { expected: ['sku*', 'price*'], ...options })
const messagesOf = ({ opened }: Awaited<ReturnType<typeof read>>) => opened.notes.map(({ message }) => message)
const table = 'sku;name;price\nA-1;Bike;12,50\nA-2;Car;9,90\n'
const records = [
  { sku: 'A-1', name: 'Bike', price: '12,50' },
  { sku: 'A-2', name: 'Car', price: '9,90' },
]

describe('a header that is not in the first row', () => {
  it.each([
    ['a title', 'Price list 2026\n', 2],
    ['a title with commas and an empty line', 'Price list, as of 2026-11-01, Acme\n\n', 3],
    ['a title in a cell of the table', 'Price list;;\nAcme;;\n;;\n', 4],
    ['comments', '# made by hand\n# do not change\n', 3],
    ['a line that names the delimiter', 'sep=;\nPrice list\n', 3],
    ['the first row of a two-row header', 'Article;Article;Amount\n', 2],
  ])('is found below %s', async (_what, above, line) => {
    const result = await read(above + table)
    expect(result.records).toEqual(records)
    expect(result.opened).toMatchObject({
      headerLine: line,
      detected: { header: true, headerRow: line, delimiter: ';' },
    })
    expect(result.lines).toEqual([line + 1, line + 2])
    expect(messagesOf(result).join('\n')).toContain(`The header is in line ${line}. `)
    const set = await read(above + table, { expected: null, format: { headerRow: line } })
    expect(set.records).toEqual(records)
  })

  it('is found under the names that the source renames', async () => {
    const columns = { nr: 'sku', 'Preis EUR': 'price' }
    const result = await read('Liste\nnr;Preis EUR\n1;2\n', { format: { columns } })
    expect(result.records).toEqual([{ sku: '1', price: '2' }])
  })

  it('is not looked for where the first row is one, where none is set, and without a schema', async () => {
    const first = await read(`${table}sku;price;name\n`)
    expect(first.records).toHaveLength(3)
    expect(first.opened.detected.headerRow).toBeUndefined()
    expect((await read(`x\n${table}`, { format: { header: false } })).opened.headerLine).toBeNull()
    expect((await read(`x;y;z\n${table}`, { expected: null })).opened.headerLine).toBe(1)
  })

  it('a row that lacks a required column is none', async () => {
    expect((await read(`a;b;c\nsku;name;cost\n1;2;3\n`)).opened.headerLine).toBe(1)
  })

  it('set beyond the end of the file is told', async () => {
    await expect(read(table, { format: { headerRow: 9 } })).rejects.toThrow(
      'The header is set to row 9, which the file does not have',
    )
  })

  it('is found in a workbook, by the row of the sheet', async () => {
    const content = workbookBytes({
      sheets: {
        List: [
          sheetRow(1, ['Price list']),
          sheetRow(3, [null, 'as of', 2026]),
          sheetRow(5, ['sku', 'name', 'price']),
          sheetRow(6, ['A-1', 'Bike', 12.5]),
        ].join(''),
      },
    })
    for (const options of [{ expected: ['sku*', 'price*'] }, { format: { headerRow: 5 } }]) {
      const { records, lines, opened } = await readContent(content, { kind: 'excel', name: 'l.xlsx', ...options })
      expect(records).toEqual([{ sku: 'A-1', name: 'Bike', price: 12.5 }])
      expect(lines).toEqual([6])
      expect(opened).toMatchObject({ headerLine: 5, detected: { headerRow: 5 } })
      expect(opened.notes.map(({ message }) => message).join('\n')).toContain('The header is in row 5 of the sheet. ')
    }
    await expect(readContent(content, { kind: 'excel', format: { headerRow: 4 } })).rejects.toThrow('set to row 4')
  })
})

describe('a workbook whose first sheet is empty', () => {
  const filled = sheetRow(1, ['sku', 'price']) + sheetRow(2, ['A-1', 2])
  const readBook = (sheets: Record<string, string>, options: ReadOptions = {}) =>
    readContent(workbookBytes({ sheets }), { kind: 'excel', name: 'l.xlsx', ...options })

  it('is read from the only one with values, and that is told', async () => {
    const { records, opened } = await readBook({ Cover: '', Products: filled, Notes: '' })
    expect(records).toEqual([{ sku: 'A-1', price: 2 }])
    expect(opened.detected.sheet).toBe('Products')
    expect(opened.notes).toContainEqual({
      level: 'warn',
      message: "The first sheet 'Cover' is empty: 'Products' is read",
    })
  })

  it('is refused with the names of those that could be meant', async () => {
    await expect(readBook({ Cover: '', Bikes: filled, Cars: filled })).rejects.toThrow(
      "The file seems empty: the sheet 'Cover' holds no value. Sheets with values: 'Bikes', 'Cars'. Set the sheet of the source",
    )
    await expect(readBook({ Cover: '', Bikes: filled }, { format: { sheet: 'Cover' } })).rejects.toThrow(
      "Sheets with values: 'Bikes'",
    )
    await expect(readBook({ Cover: '', Notes: '' })).rejects.toThrow(
      "The file is empty: the sheet 'Cover' holds no value",
    )
  })
})
