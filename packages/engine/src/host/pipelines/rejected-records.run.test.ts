import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import type { FileFormat, FileKind, Finding, JsonSchema } from '@millrace/contract'
import { readContent } from '../../formats/test-support/read-for-test.ts'
import { workbookBytes } from '../../formats/test-support/workbook-for-test.ts'
import { readRejectedFindings } from '../../outputs/rejected/read-rejected.ts'
import { RunError } from '../../runs/run-error.ts'
import { openRejectedDownload } from './rejected-download.ts'
import { validateFile, type ValidateRequest } from './validate-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rejected-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const freshPath = () => path.join(folder, `${files++}`)

const schema: JsonSchema = {
  type: 'object',
  properties: { sku: { type: 'string', minLength: 1 }, price: { type: 'number', minimum: 0 } },
  required: ['sku'],
}

type More = Partial<ValidateRequest> & { kind?: FileKind; format?: FileFormat; signal?: AbortSignal }

async function validate(content: string | Buffer, more: More = {}, open?: () => Promise<Writable>) {
  const { kind = 'csv', format = {}, signal = new AbortController().signal, ...rest } = more
  const [source, kept] = [freshPath(), freshPath()]
  writeFileSync(source, content)
  const lines: string[] = []
  const findings: Finding[] = []
  const order: string[] = []
  const outcome = await validateFile(
    {
      file: { path: source, size: 0, name: 'a.csv', contentType: kind, format },
      rowSchema: schema,
      schemas: {},
      tolerance: 0,
      ...rest,
    },
    {
      signal,
      log: (level, message) => lines.push(`${level}: ${message}`),
      progress: () => order.push('progress'),
      findings: (batch) => {
        order.push('findings')
        findings.push(...batch)
      },
      openRejected: open ?? (async () => createWriteStream(kept)),
    },
  )
  return { ...outcome, lines, findings, order, kept }
}
const download = async (kept: string, format: 'csv' | 'xlsx') =>
  buffer(await openRejectedDownload({ path: kept, format, name: 'rejected' }))

describe('rejected records', () => {
  it('are kept as they stand in the file, under its own headers, with all their findings', async () => {
    const content = 'Price;SKU;note\n1,50;A;x\n-3,00;;"=a\nb"\n2,00\nx;C;y;z\n'
    const { rejected, findings, kept } = await validate(content, {
      format: { columns: { SKU: 'sku', Price: 'price' }, delimiter: ';', decimal: ',' },
    })
    expect(rejected).toMatchObject({ records: 3, findings: findings.length, bytes: statSync(kept).size, index: [35] })
    expect(await readRejectedFindings(kept, rejected?.index ?? [], 1, 100)).toEqual(findings)
    const [head, , first] = readFileSync(kept, 'utf8').split('\n')
    expect(JSON.parse(head ?? '')).toEqual({ columns: ['Price', 'SKU', 'note'] })
    expect(JSON.parse(first ?? '')).toEqual(['-3,00', '', '=a\nb'])
    const text = (await download(kept, 'csv')).toString()
    expect(text).toMatch(/^\ufeffRow,Line,Price,SKU,note,Cell 4,Reasons\r\n2,3,"-3,00",,"'=a\nb",,/)
    expect(text).toContain('\r\n3,5,"2,00",,,,"The row has 1 cell, the header has 3"\r\n4,6,x,C,y,z,')
    const sheet = await readContent(await download(kept, 'xlsx'), { kind: 'excel' })
    expect(sheet.records.map((record) => Object.values(record).slice(0, 6))).toEqual([
      [2, 3, '-3,00', '', "'=a\nb", ''],
      [3, 5, '2,00', '', '', ''],
      [4, 6, 'x', 'C', 'y', 'z'],
    ])
    expect(String(sheet.records[0]?.Reasons).split('; ')).toHaveLength(2)
  })

  it('of JSON, XML and workbooks keep what was read', async () => {
    const json = await validate('[{"sku":"A","price":1},{"sku":"","price":2,"o":{"a":[1]}},5]', { kind: 'json' })
    expect((await download(json.kept, 'csv')).toString().split('\r\n')).toMatchObject([
      '\ufeffRow,Line,sku,price,o,value,Reasons',
      expect.stringMatching(/^2,,,2,"\{""a"":\[1\]\}",,"/),
      expect.stringMatching(/^3,,,,,5,"The record is a number, not an object"/),
      '',
    ])
    const nested = {
      type: 'object',
      properties: { ...(schema.properties as object), l: { items: { type: 'number' } } },
    }
    const xml = await validate(
      '<l><r><sku>A</sku><price>-1</price></r><r><sku>B</sku><price>2</price><l>1</l><l>x</l></r></l>',
      { kind: 'xml', rowSchema: nested },
    )
    expect((await download(xml.kept, 'csv')).toString()).toMatch(
      /Row,Line,sku,price,l,Reasons\r\n1,,A,-1,,.*\r\n2,,B,2,"\[""1"",""x""\]",/,
    )
    const cells = '<c r="A2"><v>5</v></c><c r="B2"><v>-2.5</v></c>'
    const workbook = workbookBytes({
      sheets: {
        S: `<row r="1"><c r="A1" t="str"><v>sku</v></c><c r="B1" t="str"><v>price</v></c></row><row r="2">${cells}</row>`,
      },
    })
    const excel = await validate(workbook, { kind: 'excel' })
    const back = await readContent(await download(excel.kept, 'xlsx'), { kind: 'excel' })
    expect(back.records[0]).toMatchObject({ Record: 1, 'Row of the sheet S': 2, sku: 5, price: -2.5 })
  })

  it('a clean file has none, and nothing is opened for it', async () => {
    const { rejected, kept, status } = await validate('sku,price\nA,1\n')
    expect([status, rejected, existsSync(kept)]).toEqual(['valid', null, false])
  })

  it('are bounded by bytes: what finds no room is told, and every finding is still counted', async () => {
    const { rejected, kept, lines, totalFindings, groups } = await validate(`sku,price\n${'A,-1\n'.repeat(5000)}`, {
      rejectedBytes: 50_000,
    })
    expect(statSync(kept).size).toBe(rejected?.bytes)
    expect(rejected?.bytes).toBeLessThanOrEqual(50_000)
    expect([totalFindings, groups[0]?.count]).toEqual([5000, 5000])
    const records = rejected?.records ?? 0
    expect(lines).toContain(
      `warn: The first ${records} rejected records are kept for download, ${5000 - records} more are not: they would take too much room`,
    )
  })

  it('that cannot be written cost the download, not the validation', async () => {
    const full = async () =>
      new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left on device')) }).on(
        'error',
        () => {},
      )
    const { rejected, status, counts, lines } = await validate(`sku,price\n${'A,-1\n'.repeat(50_000)}`, {}, full)
    expect([status, counts.rejected, rejected]).toEqual(['invalid', 50_000, null])
    expect(lines).toContain(
      'warn: The rejected records cannot be downloaded, they could not be kept: no space left on device',
    )
  })

  it('a download that nobody reads to its end leaves no process', async () => {
    const { kept } = await validate(`sku,price\n${'A,-1\n'.repeat(50_000)}`)
    const stream = await openRejectedDownload({ path: kept, format: 'csv', name: 'x' })
    await new Promise((first) => stream.once('data', first))
    stream.destroy()
    const broken = freshPath()
    writeFileSync(broken, '{"columns":null}\n[1,1,1,[]]\n{"a":\n')
    await expect(download(broken, 'csv')).rejects.toThrow(RunError)
  })

  it('GUARANTEE a million findings: the first come before the file is read, memory is bounded, each can be read', async () => {
    // A file just under the upload limit in which every row is wrong twice.
    const row = ',x\n'
    const before = process.memoryUsage().rss
    const { totalFindings, findings, rejected, kept, peakMiB, order, groups, counts } = await validate(
      `sku,price\n${row.repeat(510_000)}`,
      { shownFindings: 10_000 },
    )
    expect(counts).toEqual({ records: 510_000, valid: 0, rejected: 510_000 })
    expect([totalFindings, groups.reduce((sum, group) => sum + group.count, 0)]).toEqual([1_020_000, 1_020_000])
    expect(findings).toHaveLength(10_000)
    expect(order[0]).toBe('findings')
    expect(rejected).toMatchObject({ records: 510_000, findings: 1_020_000 })
    expect(peakMiB).toBeLessThan(300)
    // All findings held here would take several times as much.
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(200)
    const last = await readRejectedFindings(kept, rejected?.index ?? [], 1_019_999, 100)
    expect(last.map(({ row: at, column }) => [at, column]).sort()).toEqual([
      [510_000, 'price'],
      [510_000, 'sku'],
    ])
  }, 120_000)
})
