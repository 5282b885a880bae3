import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sinkFormats, type SinkFormat } from '@millrace/contract'
import { afterAll, describe, expect, it } from 'vitest'
import type { DataRecord } from '../../formats/records/file.types.ts'
import { readContent } from '../../formats/test-support/read-for-test.ts'
import { encodeWhole } from '../../outputs/encode-for-test.ts'
import { openTableDownload } from './table-download.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tables-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const freshPath = () => path.join(folder, `${files++}`)
const kept = (content: string | Buffer) => {
  const file = freshPath()
  writeFileSync(file, content)
  return file
}
type Format = 'csv' | 'xlsx'
const never = new AbortController().signal
const open = (file: string, written: SinkFormat, format: Format, signal = never) =>
  openTableDownload({ path: file, fileName: `out.${written}`, written, format, name: 'out' }, signal)
async function download(content: string | Buffer, written: SinkFormat, format: Format): Promise<Buffer> {
  const { stream, problem } = await open(kept(content), written, format)
  if (stream === null) throw new Error(problem)
  return buffer(stream)
}
const textOf = async (content: string | Buffer, written: SinkFormat) =>
  (await download(content, written, 'csv')).toString()
const sheetOf = async (content: string | Buffer, written: SinkFormat) =>
  readContent(await download(content, written, 'xlsx'), { kind: 'excel', format: { header: true } })

const records: DataRecord[] = [
  { sku: '007', name: 'Räder, "neu"\nund alt', price: 1.5, tags: ['a', 'b'], size: { w: 1 } },
  { sku: '04006381333931', name: '=HYPERLINK("http://x")', price: -2, late: 'only here' },
  { sku: '1E5', name: ' x;=1+1 ', price: 0, tags: null },
]
const columns = ['sku', 'name', 'price', 'tags', 'size', 'late']

describe('an output file as a table', () => {
  it.each(sinkFormats)('EXP-001/engine S10 written as %s is CSV and XLSX with the same cells', async (written) => {
    for (const many of [records, records.slice(1, 2)]) {
      const content = encodeWhole(written, [many], { columns, byteOrderMark: true })
      const text = await textOf(content, written)
      expect(text.startsWith('\ufeff')).toBe(true)
      const { records: cells } = await readContent(text, { format: { header: true, delimiter: ',' } })
      const sheet = await sheetOf(content, written)
      expect(sheet.opened.detected.sheet).toBe('out')
      for (const [i, { sku, price }] of many.entries()) {
        expect(cells[i]).toMatchObject({ sku, price: String(price) })
        expect(sheet.records[i]).toMatchObject({ sku })
        expect(Number(sheet.records[i]?.price)).toBe(price)
      }
      expect([cells.length, sheet.records.length]).toEqual([many.length, many.length])
      const link = many.length === 1 ? 0 : 1
      expect([cells[link]?.name, sheet.records[link]?.name]).toEqual(
        Array.from({ length: 2 }, () => `'=HYPERLINK("http://x")`),
      )
      if (many.length === 1) continue
      // A spreadsheet that splits at semicolons begins no formula either.
      expect([cells[2]?.name, sheet.records[2]?.name]).toEqual([" x;'=1+1 ", ' x;=1+1 '])
      expect([cells[0]?.name, sheet.records[0]?.name]).toEqual([records[0]?.name, records[0]?.name])
      expect(cells[0]).toMatchObject({ tags: '["a","b"]', late: '' })
      expect(cells[1]).toMatchObject({ late: 'only here' })
    }
  })

  it('EXP-001/engine of one record in lines has its fields as columns, no list inside it is taken for the records', async () => {
    const line = '{"id":1,"rows":[{"a":1},{"a":2}]}\n'
    expect(await textOf(line, 'ndjson')).toBe('\ufeffid,rows\r\n1,"[{""a"":1},{""a"":2}]"\r\n')
    expect(await textOf(`[\n${line}]`, 'json')).toBe('\ufeffid,rows\r\n1,"[{""a"":1},{""a"":2}]"\r\n')
    const xml = encodeWhole('xml', [[JSON.parse(line) as DataRecord]])
    expect(await textOf(xml, 'xml')).toBe('\ufeffid,rows\r\n1,"[{""a"":""1""},{""a"":""2""}]"\r\n')
  })

  it('EXP-001/engine keeps numbers and truth values where the file has them, and texts texts', async () => {
    const { records: typed } = await sheetOf('{"n":12.5,"t":true,"s":"12.5","z":null}\n', 'ndjson')
    expect(typed).toEqual([{ n: 12.5, t: true, s: '12.5', z: '' }])
    const { records: texts } = await sheetOf('n,s\r\n12.5,007\r\n', 'csv')
    expect(texts).toEqual([{ n: '12.5', s: '007' }])
  })

  it('a text too long for a cell is cut there and says so; CSV has all of it', async () => {
    const long = 'x'.repeat(40_000)
    const { records: cut } = await sheetOf(JSON.stringify([{ a: long }]), 'json')
    expect(cut[0]?.a).toMatch(/^x{30000,}… \(cut, the CSV download has the whole value\)$/)
    expect(await textOf(JSON.stringify([{ a: long }]), 'json')).toContain(long)
  })

  const wide = Array.from({ length: 17 }, (_, i) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, j) => [`f${i}-${j}`, 1]))),
  ).join('\n')
  it.each<[string, SinkFormat, string, RegExp]>([
    ['an empty list', 'json', '[\n]\n', /^The file has no records, so there are no columns$/],
    ['no line', 'ndjson', '', /^The file has no records, so there are no columns$/],
    ['records without fields', 'json', '[{},{}]', /^Its records have no fields, so there are no columns$/],
    [
      'no records of XML',
      'xml',
      encodeWhole('xml', [[]]).toString(),
      /^The file has no records, so there are no columns$/,
    ],
    ['different fields without end', 'ndjson', wide, /^Its records have more than 16,384 different fields/],
    ['what is no record', 'json', '[{"a":1},5]', /^Record 2 cannot be read: The record is a number, not an object/],
    ['a file that breaks off', 'json', '[{"a":1},{"a":', /./],
    ['another content', 'xlsx', 'key\r\n1\r\n', /./],
  ])('EXP-001/engine is refused before its first byte: %s', async (_what, written, content, why) => {
    for (const format of ['csv', 'xlsx'] as const) {
      expect(await open(kept(content), written, format)).toEqual({ stream: null, problem: expect.stringMatching(why) })
    }
  })

  it('ends with whoever asked for it, before it begins and while it is read', async () => {
    const file = kept('{"a":"some text","b":"more text"}\n'.repeat(300_000))
    const gone = new AbortController()
    const asked = open(file, 'ndjson', 'csv', gone.signal)
    setTimeout(() => gone.abort(), 100)
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' })
    const { stream } = await open(file, 'ndjson', 'csv')
    await once(stream ?? fail(), 'data')
    stream?.destroy()
    const left = new AbortController()
    const { stream: cut } = await open(file, 'ndjson', 'csv', left.signal)
    left.abort()
    await expect(buffer(cut ?? fail())).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('GUARANTEE takes no more memory for a large file, nor for a reader that takes its time', async () => {
    const file = freshPath()
    const out = createWriteStream(file)
    const text = 'some words of a description, '.repeat(8)
    for (let i = 0; i < 200; i++) {
      const lines = Array.from({ length: 1000 }, (_, j) => `{"sku":"A${i * 1000 + j}","text":"${text}"}\n`)
      if (!out.write(lines.join(''))) await once(out, 'drain')
    }
    await new Promise<void>((done) => out.end(done))
    // 53 MB through a heap of 24.
    const limits = { parserMiB: 24 }
    const request = { path: file, fileName: 'out.ndjson', written: 'ndjson', name: 'out' } as const
    for (const format of ['csv', 'xlsx'] as const) {
      const { stream } = await openTableDownload({ ...request, format }, never, limits)
      await sleep(500)
      expect(stream?.readableLength).toBeLessThan(1 << 20)
      let bytes = 0
      for await (const chunk of stream ?? fail()) bytes += (chunk as Buffer).length
      expect(bytes).toBeGreaterThan(format === 'csv' ? 45_000_000 : 1_000_000)
    }
  }, 60_000)
})

function fail(): never {
  throw new Error('there is no stream')
}
