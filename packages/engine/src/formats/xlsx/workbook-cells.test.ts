import { describe, expect, it } from 'vitest'
import { createRowValidator } from '../../schemas/row-validator.ts'
import { DEFAULT_READ_LIMITS } from '../records/file.types.ts'
import { readContent, type ReadOptions } from '../test-support/read-for-test.ts'
import { sheetRow, workbookBytes } from '../test-support/workbook-for-test.ts'

const read = (content: Buffer, options: ReadOptions = {}) =>
  readContent(content, { kind: 'excel', name: 'book.xlsx', ...options })
const rowOf = (row: number, cells: string) => `<row r="${row}">${cells}</row>`
const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships'

describe('what people keep in cells', () => {
  it('keeps texts as they are and numbers as they are shown, where the schema says string', async () => {
    const values: [string, string, string][] = [
      ['text with zeros', '<c r="A2" t="inlineStr"><is><t>007</t></is></c>', '007'],
      ['text like a number', '<c r="A2" t="inlineStr"><is><t>1E5</t></is></c>', '1E5'],
      ['text with space', '<c r="A2" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
      ['EAN as a number', '<c r="A2"><v>4006381333931</v></c>', '4006381333931'],
      ['number longer than numbers are exact', '<c r="A2"><v>12345678901234567890</v></c>', '12345678901234567890'],
      ['1.1 as programs write it', '<c r="A2"><v>1.1000000000000001</v></c>', '1.1'],
      ['1E5 as a number', '<c r="A2"><v>1E5</v></c>', '100000'],
      ['postal code with the format 00000', '<c r="A2" s="1"><v>1067</v></c>', '01067'],
      ['true', '<c r="A2" t="b"><v>1</v></c>', 'true'],
      ['result of a formula', '<c r="A2" t="str"><f>B2</f><v>x</v></c>', 'x'],
      ['moment of strict workbooks', '<c r="A2" t="d"><v>2024-05-31T14:00:00</v></c>', '2024-05-31T14:00:00'],
    ]
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>'
    for (const [name, cell, expected] of values) {
      const { records } = await read(workbookBytes({ styles, sheets: { S: sheetRow(1, ['a']) + rowOf(2, cell) } }))
      const validator = createRowValidator({
        schema: { properties: { a: { type: 'string' } } },
        store: {},
        coerce: true,
        decimal: '.',
      })
      expect(validator.check(records[0] ?? {}), name).toBeNull()
      expect(records, name).toEqual([{ a: expected }])
    }
  })

  it.each([
    ['no value', '<c r="B2"><f>A2*2</f></c>'],
    ['an empty tag', '<c r="B2"><f>A2*2</f><v/></c>'],
    ['an empty tag with space', '<c r="B2" s="0"><f>A2*2</f><v /></c>'],
    ['an empty element', '<c r="B2"><f>A2*2</f><v></v></c>'],
    ['an element of space', '<c r="B2" t="n"><f>A2*2</f><v> \n</v></c>'],
    ['no value of a text', '<c r="B2" t="str"><f>A2*2</f></c>'],
    ['no truth value', '<c r="B2" t="b"><f>A2*2</f><v/></c>'],
    ['no moment', '<c r="B2" t="d"><f>A2*2</f><v></v></c>'],
    ['no inline text', '<c r="B2" t="inlineStr"><f>A2*2</f></c>'],
    ['attributes of the formula', '<c r="B2"><f t="array" ref="B2" ca="1">A2*2</f><v></v></c>'],
    ['a prefix', '<x:c r="B2"><x:f>A2*2</x:f><x:v/></x:c>', 'x'],
  ])(
    'refuses a row with a formula whose value is not stored, wherever it stands: %s',
    async (_name, cell, prefix = '') => {
      const rows = sheetRow(1, ['a', 'b']) + rowOf(2, `<c r="A2"><v>1</v></c>${cell}`) + sheetRow(3, [1, 2])
      const tags = prefix === '' ? rows : rows.replace(/<(\/?)(?!x:)/g, '<$1x:')
      const sheet = `<x:worksheet xmlns:x="m"><x:sheetData>${tags}</x:sheetData></x:worksheet>`
      const parts: Record<string, string> = prefix === '' ? {} : { 'xl/worksheets/sheet1.xml': sheet }
      const { records, refused } = await read(workbookBytes({ sheets: { S: rows }, parts }))
      expect(records).toEqual([{ a: 1, b: 2 }])
      expect(refused).toMatchObject([{ row: 1, line: 2, record: { a: 1, b: '=A2*2' } }])
      expect(refused[0]?.findings).toMatchObject([
        {
          column: 'b',
          rule: 'formula',
          value: '=A2*2',
          message:
            "Column B 'b': the cell holds a formula without a stored value; open the file in a spreadsheet program and save it",
        },
      ])
    },
  )

  it('knows a formula of a shared group without a value, and the empty text that is stored as a result', async () => {
    const shared = rowOf(2, '<c r="A2"><v>1</v></c><c r="B2"><f t="shared" si="0"/><v/></c>')
    const text = rowOf(3, '<c r="A3"><v>1</v></c><c r="B3" t="str"><f>IF(A3=1,"","x")</f><v></v></c>')
    const { records, refused } = await read(workbookBytes({ sheets: { S: sheetRow(1, ['a', 'b']) + shared + text } }))
    expect(refused).toMatchObject([{ row: 1, findings: [{ rule: 'formula', value: '=' }] }])
    expect(records).toEqual([{ a: 1, b: '' }])
  })

  it('takes a value of nothing but space for none, not for zero', async () => {
    const cells = '<c r="A2"><v> </v></c><c r="B2"><v>\n</v></c><c r="C2"><v>7</v></c>'
    const { records } = await read(workbookBytes({ sheets: { S: sheetRow(1, ['a', 'b', 'c']) + rowOf(2, cells) } }))
    expect(records).toEqual([{ a: '', b: '', c: 7 }])
  })

  it('reads texts as XML has them: line ends, CDATA, comments, what is meant as a return', async () => {
    const texts: [string, string][] = [
      ['a\r\nb', 'a\nb'],
      ['a\rb\r\r\nc', 'a\nb\n\nc'],
      ['a&#13;&#10;b&#xD;', 'a\r\nb\r'],
      ['a_x000D_\nb', 'a\r\nb'],
      ['<![CDATA[a &amp; b]]> &amp; c', 'a &amp; b & c'],
      ['a<!-- not this -->b', 'ab'],
      ['&#x0001F600;&#128512;', '😀😀'],
    ]
    const shared = texts.map(([text]) => `<si><t xml:space="preserve">${text}</t></si>`)
    const rich = texts.map(([text]) => `<si><r><t>${text}</t></r><r><t>!</t></r></si>`)
    const rows = texts.map(([text], i) => {
      const cells = [
        `<c r="A${i + 2}" t="s"><v>${i}</v></c>`,
        `<c r="B${i + 2}" t="s"><v>${i + texts.length}</v></c>`,
        `<c r="C${i + 2}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
        `<c r="D${i + 2}" t="str"><v>${text}</v></c>`,
      ]
      return rowOf(i + 2, cells.join(''))
    })
    const book = { sheets: { S: sheetRow(1, ['a', 'b', 'c', 'd']) + rows.join('') }, shared: [...shared, ...rich] }
    const expected = texts.map(([, text]) => ({ a: text, b: `${text}!`, c: text, d: text }))
    expect((await read(workbookBytes(book))).records).toEqual(expected)
  })

  it('never rounds a long whole number where the schema says number: it is a finding', async () => {
    const { records } = await read(
      workbookBytes({ sheets: { S: sheetRow(1, ['a']) + rowOf(2, '<c r="A2"><v>12345678901234567890</v></c>') } }),
    )
    const schema = { properties: { a: { type: 'number' } } }
    const findings = createRowValidator({ schema, store: {}, coerce: true, decimal: '.' }).check(records[0] ?? {})
    expect(findings).toMatchObject([{ rule: 'type', value: '12345678901234567890' }])
  })

  it.each([
    ['1900', '', '2024-05-31', '2024-05-31T14:00:00Z'],
    ['1904', '<workbookPr date1904="1"/>', '2028-06-01', '2028-06-01T14:00:00Z'],
  ])('reads dates of the %s system, built-in and custom styles', async (_name, workbookPr, day, moment) => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="[$-F400]yyyy-mm-dd hh:mm"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
    const cells = ['1', '2', '3', '4', '0'].map(
      (style, i) => `<c r="${'ABCDE'[i]}2" s="${style}"><v>${i % 2 === 1 ? '45443.58333333333' : '45443'}</v></c>`,
    )
    const { records } = await read(
      workbookBytes({
        workbookPr,
        styles,
        sheets: { S: sheetRow(1, ['a', 'b', 'c', 'd', 'e']) + rowOf(2, cells.join('')) },
      }),
    )
    expect(records).toEqual([{ a: day, b: moment, c: day, d: moment, e: 45443 }])
  })

  it('reads every error of a spreadsheet as a finding that names it', async () => {
    const errors = ['#N/A', '#DIV/0!', '#REF!', '#NAME?', '#NULL!', '#NUM!', '#VALUE!']
    const rows = errors.map((text, i) => rowOf(i + 2, `<c r="A${i + 2}" t="e"><v>${text}</v></c>`)).join('')
    const { records, refused } = await read(workbookBytes({ sheets: { S: sheetRow(1, ['a']) + rows } }))
    expect(records).toEqual([])
    expect(refused.map(({ findings }) => findings[0]?.value)).toEqual(errors)
  })

  it('takes the value of a merged range from its first cell, the others are empty', async () => {
    const sheet = `<worksheet><sheetData>${sheetRow(1, ['a', 'b'])}${rowOf(2, '<c r="A2"><v>1</v></c><c r="B2"/>')}${rowOf(3, '<c r="B3"><v>2</v></c>')}</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>`
    const { records } = await read(workbookBytes({ sheets: { S: '' }, parts: { 'xl/worksheets/sheet1.xml': sheet } }))
    expect(records).toEqual([
      { a: 1, b: '' },
      { a: '', b: 2 },
    ])
  })

  it('reads texts of several runs without their phonetic hints, and texts between comments and CDATA', async () => {
    const { records } = await read(
      workbookBytes({
        shared: [
          '<si><r><t>東</t></r><r><rPr><b/></rPr><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
          '<si><t><![CDATA[a<b>&c]]></t></si>',
          '<si><t xml:space="preserve"> &lt;x&gt; &#233; </t></si>',
        ],
        sheets: {
          S:
            sheetRow(1, ['a', 'b', 'c']) +
            rowOf(2, ['A', 'B', 'C'].map((c, i) => `<c r="${c}2" t="s"><v>${i}</v></c>`).join('')),
        },
      }),
    )
    expect(records).toEqual([{ a: '東京', b: 'a<b>&c', c: ' <x> é ' }])
  })
})

describe('which sheet is read', () => {
  const two = { Setup: sheetRow(1, ['x']) + sheetRow(2, ['1']), List: sheetRow(1, ['a']) + sheetRow(2, ['2']) }
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`
  const book = (sheets: string, relations: string, parts: Record<string, string> = {}) =>
    workbookBytes({
      sheets: two,
      parts: {
        'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
        ...parts,
      },
    })
  const tables =
    relation(1, 'worksheet', 'worksheets/sheet1.xml') + relation(2, 'worksheet', '/xl/worksheets/sheet2.xml')

  it('passes over hidden sheets unless they are chosen, and names them', async () => {
    const hidden = book(
      '<sheet name="Setup" sheetId="1" state="veryHidden" r:id="rId1"/><sheet name="List" sheetId="2" r:id="rId2"/>',
      tables,
    )
    const { records, opened } = await read(hidden)
    expect(records).toEqual([{ a: '2' }])
    expect(opened.notes.at(-1)?.message).toBe(
      "Read sheet 'List' (not read: 'Setup' (hidden)), with a header (detected), 1 columns",
    )
    expect((await read(hidden, { format: { sheet: 'setup' } })).records).toEqual([{ x: '1' }])
  })

  it('passes over charts, and says so when one is chosen', async () => {
    const chart = book(
      '<sheet name="Sales" sheetId="3" r:id="rId3"/><sheet name="List" sheetId="2" r:id="rId2"/>',
      tables + relation(3, 'chartsheet', 'chartsheets/sheet1.xml'),
      { 'xl/chartsheets/sheet1.xml': '<chartsheet/>' },
    )
    expect((await read(chart)).records).toEqual([{ a: '2' }])
    await expect(read(chart, { format: { sheet: 'Sales' } })).rejects.toThrow(
      "The sheet 'Sales' holds a chart, not a table",
    )
  })

  it('finds texts and styles where the workbook says they are', async () => {
    const moved = book(
      '<sheet name="List" sheetId="1" r:id="rId1"/>',
      relation(1, 'worksheet', '../other/list.xml') +
        relation(2, 'sharedStrings', '../other/texts.xml') +
        relation(3, 'styles', '/other/looks.xml'),
      {
        'other/list.xml': `<worksheet><sheetData>${rowOf(1, '<c r="A1" t="s"><v>0</v></c>')}${rowOf(2, '<c r="A2" s="1"><v>45443</v></c>')}</sheetData></worksheet>`,
        'other/texts.xml': '<sst><si><t>day</t></si></sst>',
        'other/looks.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      },
    )
    expect((await read(moved)).records).toEqual([{ day: '2024-05-31' }])
  })

  it('never follows a relationship out of the file', async () => {
    for (const target of ['../../../../../../etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1/sheet.xml']) {
      const evil = book(
        '<sheet name="List" sheetId="1" r:id="rId1"/>',
        `<Relationship Id="rId1" Type="${office}/worksheet" Target="${target}" TargetMode="External"/>`,
      )
      await expect(read(evil)).rejects.toMatchObject({
        code: 'damaged',
        message: "The workbook is truncated or damaged: the content of its sheet 'List' is missing",
      })
    }
  })
})

describe('sheets that are not what they seem', () => {
  it('reads a sheet of a header alone as no records', async () => {
    const { records, opened } = await read(workbookBytes({ sheets: { S: sheetRow(1, ['a', 'b']) } }))
    expect(records).toEqual([])
    expect(opened.columns).toEqual(['a', 'b'])
  })

  it('calls columns by their number without a header, and makes duplicate and empty names usable', async () => {
    const { records } = await read(workbookBytes({ sheets: { S: sheetRow(1, ['x', 1]) + sheetRow(2, ['y', 2]) } }), {
      format: { header: false },
    })
    expect(records).toEqual([
      { 1: 'x', 2: 1 },
      { 1: 'y', 2: 2 },
    ])
    const twice = await read(
      workbookBytes({ sheets: { S: sheetRow(1, ['a', null, 'a']) + sheetRow(2, ['x', 'y', 'z']) } }),
    )
    expect(twice.records).toEqual([{ a: 'x', 'column 2': 'y', 'a (2)': 'z' }])
    expect(twice.opened.notes.filter(({ level }) => level === 'warn')).toHaveLength(2)
  })

  it('limits cells where short rows claim all columns', async () => {
    const wide = `${rowOf(1, '<c r="A1" t="str"><v>a</v></c><c r="XFD1" t="str"><v>b</v></c>')}${Array.from({ length: 300 }, (_, i) => rowOf(i + 2, `<c r="XFD${i + 2}"><v>1</v></c>`)).join('')}`
    const limits = { ...DEFAULT_READ_LIMITS, cells: 1_000_000 }
    await expect(read(workbookBytes({ sheets: { S: wide } }), { limits })).rejects.toMatchObject({
      code: 'limit',
      message: 'Row 63: the sheet has more than 1000000 cells; save it as CSV',
    })
  })

  it.each([
    ['a text that is not in the table', '<c r="A2" t="s"><v>7</v></c>', /points to text 7, which does not exist/],
    ['a column that is none', '<c r="a2"><v>1</v></c>', /does not say its column/],
    ['a column beyond all', '<c r="XFE2"><v>1</v></c>', /more than 16384 columns/],
    ['a value without an end', '<c r="A2"><v>1</c>', /the value of a cell does not end/],
    ['a cell without an end', '<c r="A2"><v>1</v>', /a cell in row 2 does not end/],
  ])('refuses %s', async (_name, cell, message) => {
    const bad = workbookBytes({ shared: ['<si><t>x</t></si>'], sheets: { S: sheetRow(1, ['a']) + rowOf(2, cell) } })
    await expect(read(bad)).rejects.toMatchObject({ name: 'FileError', message })
  })

  it('checks a sheet to its end, also behind the last row', async () => {
    const book = workbookBytes({
      level: 0,
      sheets: { S: sheetRow(1, ['a']) + sheetRow(2, ['kept as it was']) },
    })
    expect((await read(book)).records).toEqual([{ a: 'kept as it was' }])
    const changed = Buffer.from(book.toString('latin1').replace('kept as it was', 'kept as it Was'), 'latin1')
    await expect(read(changed)).rejects.toMatchObject({
      code: 'damaged',
      message:
        "The workbook is truncated or damaged: the part 'xl/worksheets/sheet1.xml' is not what was packed (its size or checksum differs)",
    })
  })
})
