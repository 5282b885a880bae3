import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'
import { serialDateText } from './serial-date.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'
import { styleOfFormat } from './workbook-parts.ts'

const read = (content: Buffer, options: ReadOptions = {}) =>
  readContent(content, { kind: 'excel', name: 'book.xlsx', ...options })

const styles =
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 [$€-407]"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/></cellXfs>'

describe('workbooks', () => {
  it('reads shared, rich and inline texts, numbers, booleans, dates and formulas', async () => {
    const { opened, records, lines } = await read(
      workbookBytes({
        shared: [
          '<si><t>name</t></si>',
          '<si><r><t>Bi</t></r><r><rPr><b/></rPr><t xml:space="preserve">ke &amp; co</t></r><rPh><t>x</t></rPh></si>',
          '<si/>',
          '<si><t>a_x000D_b</t></si>',
        ],
        styles,
        sheets: {
          Products:
            `<row r="1"><c r="A1" t="s"><v>0</v></c>${['n', 'ok', 'at', 'day', 'price', 'sum', 'time'].map((t, i) => `<c r="${'BCDEFGH'[i]}1" t="inlineStr"><is><t>${t}</t></is></c>`).join('')}</row>` +
            '<row r="2"/>' +
            '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><v>1.5E3</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" s="1"><v>45443.58333333333</v></c><c r="E3" s="2"><v>45443</v></c><c r="F3" s="3"><v>19.99</v></c><c r="G3"><f>B3*2</f><v>3000</v></c><c r="H3" s="4"><v>0.5</v></c></row>' +
            '<row r="7"><c r="A7" t="s"><v>3</v></c><c r="G7" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>',
        },
      }),
    )
    expect(records).toEqual([
      {
        name: 'Bike & co',
        n: 1500,
        ok: true,
        at: '2024-05-31T14:00:00Z',
        day: '2024-05-31',
        price: 19.99,
        sum: 3000,
        time: '12:00:00',
      },
      { name: 'a\rb', n: '', ok: '', at: '', day: '', price: '', sum: 'ab', time: '' },
    ])
    expect(lines).toEqual([3, 7])
    expect(opened.detected).toMatchObject({ kind: 'excel', sheet: 'Products', header: true })
  })

  it.each([
    ['single quotes', (tag: string) => tag.replaceAll('"', "'")],
    ['attributes on lines of their own', (tag: string) => tag.replaceAll(' ', '\r\n  ')],
    ['tabs and space around the equals sign', (tag: string) => tag.replaceAll(' ', '\t').replaceAll('=', ' = ')],
    ['space before the end', (tag: string) => tag.replace('>', ' >')],
  ])('reads tags written with %s, and leaves texts as they are', async (_name, odd) => {
    const texts = ['name', 'code', "a='b' ", 'x = "y"']
    const plain = `${sheetRow(1, texts.slice(0, 2))}${sheetRow(2, texts.slice(2))}<row r="3"><c r="B3" t="str"><v>1E5</v></c></row>`
    const { records, lines } = await read(workbookBytes({ sheets: { S: plain.replace(/<[^>]+>/g, odd) } }))
    expect(records).toEqual([
      { name: "a='b' ", code: 'x = "y"' },
      { name: '', code: '1E5' },
    ])
    expect(lines).toEqual([2, 3])
  })

  it.each([
    ['row', '<row\nr="900"><c r="A900"><v>1</v></c></row>'],
    ['cell', '<row r="900"><c r="A900"\nt="s"><v>1</v></c></row>'],
  ])('refuses a sheet in which one %s is written unlike all others, instead of passing it over', async (_name, row) => {
    const rows = Array.from({ length: 400 }, (_, i) => sheetRow(i + 1, ['a', i])).join('')
    await expect(read(workbookBytes({ sheets: { S: rows + row } }))).rejects.toThrow(/damaged: the tag of/)
  })

  it('ignores declared ranges, blank styled rows and columns without a value', async () => {
    const blank = '<row r="4" spans="1:16384"><c r="A4" s="1"/><c r="XFD4" s="1"/></row>'
    const { records, opened } = await read(
      workbookBytes({
        sheets: { S: sheetRow(2, ['a', 'b']) + sheetRow(3, [1, 2]) + blank + sheetRow(1_048_576, [3, null]) },
      }),
    )
    expect(records).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: '' },
    ])
    expect(opened.headerLine).toBe(2)
  })

  it('reads the named sheet, else the first, and names the sheets there are', async () => {
    const book = workbookBytes({
      sheets: { One: sheetRow(1, ['a']) + sheetRow(2, ['x']), Two: sheetRow(1, ['b']) + sheetRow(2, ['y']) },
    })
    expect((await read(book)).records).toEqual([{ a: 'x' }])
    expect((await read(book, { format: { sheet: 'two' } })).records).toEqual([{ b: 'y' }])
    await expect(read(book, { format: { sheet: 'Three' } })).rejects.toMatchObject({
      code: 'notFound',
      message: "The workbook has no sheet 'Three'; it has 'One', 'Two'",
    })
  })

  it('refuses records with error cells or formulas without a stored value, and names the column', async () => {
    const { records, refused } = await read(
      workbookBytes({
        sheets: {
          S:
            sheetRow(1, ['a', 'b']) +
            '<row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2"><v>1</v></c></row><row r="3"><c r="A3"><v>1</v></c><c r="B3"><f>A3+1</f></c></row>' +
            sheetRow(4, [1, 2]) +
            sheetRow(5, [1, 2, 3]),
        },
      }),
    )
    expect(records).toEqual([{ a: 1, b: 2 }])
    expect(refused.map(({ row, line, findings }) => [row, line, findings[0]?.rule, findings[0]?.message])).toEqual([
      [1, 2, 'cellError', "Column A 'a': the cell holds the error #N/A"],
      [
        2,
        3,
        'formula',
        "Column B 'b': the cell holds a formula without a stored value; open the file in a spreadsheet program and save it",
      ],
      [4, 5, 'columns', 'The row has 3 cells, the header has 2'],
    ])
    expect(refused.map(({ record }) => record)).toEqual([
      { a: '#N/A', b: 1 },
      { a: 1, b: '=A3+1' },
      { a: 1, b: 2, 'cell 3': 3 },
    ])
  })

  it('reads the 1904 date system and the fault of 1900', () => {
    expect(serialDateText(0, 'date', true)).toBe('1904-01-01')
    expect(serialDateText(1, 'date', false)).toBe('1900-01-01')
    expect(serialDateText(59, 'date', false)).toBe('1900-02-28')
    expect(serialDateText(61, 'date', false)).toBe('1900-03-01')
    expect(serialDateText(1.75, 'time', false)).toBe('42:00:00')
    expect(serialDateText(45443.999999, 'datetime', false)).toBe('2024-06-01T00:00:00Z')
    expect(serialDateText(-1, 'date', false)).toBe(-1)
  })

  it.each([
    ['General', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0.00 "days"', 'number'],
    ['_-* #,##0.00\\ _€_-;-* x', 'number'],
    ['[Red]0;[Blue]-0', 'number'],
    ['[$-409]mmmm d, yyyy', 'date'],
    ['mmm', 'date'],
    ['[h]:mm:ss', 'time'],
    ['mm:ss.0', 'time'],
    ['dd/mm/yyyy hh:mm', 'datetime'],
  ])('reads the number format %s as %s', (code, style) => {
    expect(styleOfFormat(code)).toBe(style)
  })

  it('understands namespace prefixes, single quotes and missing references', async () => {
    const sheet = (body: string) => ({ 'xl/worksheets/sheet1.xml': body })
    const prefixed = sheet(
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row><x:row r="2"><x:c r="A2" t="str"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    )
    expect((await read(workbookBytes({ sheets: { S: '' }, parts: prefixed }))).records).toEqual([{ a: '1' }])
    const single = sheet(
      "<worksheet><sheetData><row r='1'><c r='B1' t='str'><v>b</v></c></row><row r='2'><c r='B2'><v>5</v></c></row></sheetData></worksheet>",
    )
    expect((await read(workbookBytes({ sheets: { S: '' }, parts: single }))).records).toEqual([
      { 'column 1': '', b: 5 },
    ])
    const bare = sheet(
      '<worksheet><sheetData><row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row></sheetData></worksheet>',
    )
    const { records, lines } = await read(workbookBytes({ sheets: { S: '' }, parts: bare }))
    expect(records).toEqual([{ a: 1, b: 2 }])
    expect(lines).toEqual([2])
  })

  it('says that a truncated or damaged workbook is one', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => sheetRow(i + 2, [`text ${i}`, i])).join('')
    const book = workbookBytes({ sheets: { S: sheetRow(1, ['a', 'b']) + rows } })
    const jargon = /directory|signature|inflate|header|zip|EOCD|undefined/i
    for (const size of [book.length - 1, book.length - 30, Math.floor(book.length / 2), 200]) {
      await expect(read(book.subarray(0, size)), `${size} bytes`).rejects.toMatchObject({
        code: 'damaged',
        message: /^The workbook is truncated or damaged: its end is (?:missing|cut off, or other data follows it)$/,
      })
      await expect(read(book.subarray(0, size))).rejects.not.toThrow(jargon)
    }
    const flipped = Buffer.from(book)
    const at = book.indexOf('xl/worksheets/sheet1.xml') + 200
    flipped.fill(0x55, at, at + 20)
    await expect(read(flipped)).rejects.toMatchObject({ code: 'damaged' })
    const open = { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetRow(1, ['a'])}<row r="2"><c r="A2">` }
    await expect(read(workbookBytes({ sheets: { S: '' }, parts: open }))).rejects.toMatchObject({ code: 'damaged' })
  })

  it('stops a zip bomb by the bytes it unpacks to', async () => {
    const bomb = workbookBytes({ sheets: { S: sheetRow(1, ['a']) + '<row r="2"></row>'.repeat(100_000) } })
    expect(bomb.length).toBeLessThan(100_000)
    const limits = { ...DEFAULT_READ_LIMITS, unpackedBytes: 1024 * 1024 }
    await expect(read(bomb, { limits })).rejects.toMatchObject({
      code: 'limit',
      message: 'The workbook unpacks to more than 1 MiB',
    })
  })

  it('refuses an empty sheet, a zip that is no workbook, and a workbook whose sheet is missing', async () => {
    await expect(read(workbookBytes({ sheets: { S: '' } }))).rejects.toMatchObject({
      code: 'empty',
      message: "The file is empty: the sheet 'S' holds no value",
    })
    const other = Buffer.from(zipSync({ 'xl/x.txt': strToU8('x') }))
    await expect(read(other)).rejects.toMatchObject({ code: 'wrongType' })
  })
})
