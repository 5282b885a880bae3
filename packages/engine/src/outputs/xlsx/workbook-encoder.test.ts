import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createEncoder } from '../encoder.ts'
import { encodeWhole } from '../encode-for-test.ts'
import { sheetLimits, sheetName } from './workbook-sheet.ts'

const parts = (content: Buffer) => {
  const found = Object.entries(unzipSync(new Uint8Array(content))).map(([name, bytes]) => [name, strFromU8(bytes)])
  return Object.fromEntries(found) as Record<string, string>
}
/** Throws where a part is not well-formed, namespaces included. */
const mustBeXml = (text: string) => {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
}
const hasUnzip = (() => {
  try {
    execFileSync('unzip', ['-v'])
    return true
  } catch {
    return false
  }
})()

describe('workbooks', () => {
  const content = encodeWhole(
    'xlsx',
    [
      [
        { sku: '007', price: 1.5, ok: true },
        { sku: 'a\u0000b <&> "c" \r\n _x0041_ \ud800', price: '1E5' },
      ],
    ],
    { name: 'market', columns: ['sku', 'price', 'ok'] },
  )

  it('consists of well-formed parts, the sheet named after the output', () => {
    const found = parts(content)
    expect(Object.keys(found)).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/worksheets/sheet1.xml',
    ])
    for (const text of Object.values(found)) mustBeXml(text)
    expect(found['xl/workbook.xml']).toContain('<sheet name="market" sheetId="1" r:id="rId1"/>')
    expect(found['xl/worksheets/sheet1.xml']).toContain(
      '<row r="2"><c r="A2" t="inlineStr"><is><t>007</t></is></c><c r="B2"><v>1.5</v></c><c r="C2" t="b"><v>1</v></c></row>',
    )
    expect(found['xl/worksheets/sheet1.xml']).toContain(
      '<t xml:space="preserve">a_x0000_b &lt;&amp;&gt; "c" _x000D_\n _x005F_x0041_ _xD800_</t>',
    )
  })

  it.skipIf(!hasUnzip)('passes the test of unzip (where it is installed)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-xlsx-'))
    try {
      const file = join(folder, 'a.xlsx')
      writeFileSync(file, content)
      expect(execFileSync('unzip', ['-t', file]).toString()).toContain('No errors detected')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('without columns and records it is an empty sheet', () => {
    const found = parts(encodeWhole('xlsx', [], { name: 'none' }))
    expect(found['xl/worksheets/sheet1.xml']).toMatch(/<sheetData>\n<\/sheetData><\/worksheet>$/)
  })

  it('names of columns go on after Z', () => {
    const columns = Array.from({ length: 703 }, (_, i) => `c${i}`)
    const found = parts(encodeWhole('xlsx', [[{ c25: 1, c26: 2, c701: 3, c702: 4 }]], { columns }))
    const references = [...(found['xl/worksheets/sheet1.xml'] ?? '').matchAll(/r="([A-Z]+2)"/g)].map(([, cell]) => cell)
    expect(references).toEqual(['Z2', 'AA2', 'ZZ2', 'AAA2'])
  })

  it('what a sheet cannot hold is an error with record and column', () => {
    const encoder = createEncoder('xlsx', { name: 'market', columns: ['a', 'b'] })
    encoder.head()
    const long = 'x'.repeat(sheetLimits.cellCharacters)
    encoder.encode([{ a: long }])
    expect(() => encoder.encode([{ a: 1 }, { b: `${long}y` }])).toThrow(
      "market, record 3, 'b': a cell holds at most 32767 characters, this value has 32768; choose another format",
    )
    const wide = Array.from({ length: sheetLimits.columns + 1 }, (_, i) => `c${i}`)
    expect(() => createEncoder('xlsx', { name: 'market', columns: wide }).head()).toThrow(
      'market, the header: it has 16385 columns, a sheet holds at most 16384',
    )
  })

  it('leaves out a record whose cell is too long where it is asked who it is, and no row is missing', () => {
    const encoder = createEncoder('xlsx', { name: 'market', columns: ['a'] })
    const refused: unknown[] = []
    const long = 'x'.repeat(sheetLimits.cellCharacters + 1)
    const chunks = [
      encoder.head(),
      encoder.encode([{ a: 1 }, { a: long }, { a: 3 }], (index, reason) => refused.push([index, reason])),
      encoder.tail(),
    ]
    const sheet = parts(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as Buffer))))['xl/worksheets/sheet1.xml']
    expect([...(sheet ?? '').matchAll(/<c r="(A\d+)"/g)].map(([, cell]) => cell)).toEqual(['A1', 'A2', 'A3'])
    expect(refused).toEqual([
      [1, "'a': a cell holds at most 32767 characters, this value has 32768; choose another format"],
    ])
  })

  it('a million rows are written, one more is an error', () => {
    const encoder = createEncoder('xlsx', { name: 'market', columns: ['a'] })
    let bytes = encoder.head().length
    const batch = Array.from({ length: 1000 }, () => ({ a: 1 }))
    for (let rows = 1; rows + 1000 <= sheetLimits.rows; rows += 1000) bytes += encoder.encode(batch).length
    encoder.encode(batch.slice(0, (sheetLimits.rows - 1) % 1000))
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(() => encoder.encode([{ a: 1 }])).toThrow(
      'market, record 1048576: a sheet holds at most 1048576 rows; choose another format',
    )
  })

  it.each([
    ['a'.repeat(40), 'a'.repeat(31)],
    ['a/b[c]:*?\\', 'a-b-c-----'],
    ["'a'", '-a-'],
    ['', 'Sheet1'],
    ['😀'.repeat(20), '😀'.repeat(15)],
    [`${'x'.repeat(30)}'s`, `${'x'.repeat(30)}-`],
  ])('a sheet for %j is called %j', (name, expected) => {
    expect(sheetName(name)).toBe(expected)
  })
})
