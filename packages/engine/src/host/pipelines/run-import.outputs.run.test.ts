import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileKind } from '@millrace/contract'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { readContent } from '../../formats/test-support/read-for-test.ts'
import type { OutputFormat } from '../../outputs/encoding/encoder.types.ts'
import type { FileSource } from './ports.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { runImport } from './run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'outputs-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let host = new FolderHost()
beforeEach(() => {
  host = new FolderHost()
})
afterEach(() => host.remove())

function ndjson(records: unknown[]): FileSource {
  const file = path.join(folder, 'rows.ndjson')
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return { path: file, size: 0, name: 'rows.ndjson', contentType: 'json', format: {} }
}

const formats = ['json', 'ndjson', 'csv', 'xlsx', 'xml'] as const
const kinds: Record<OutputFormat, FileKind> = { json: 'json', ndjson: 'json', csv: 'csv', xlsx: 'excel', xml: 'xml' }

/** One import that writes the same records in every format. */
async function writeAll(
  records: unknown[],
  more: Parameters<typeof sink>[1] = {},
  names: readonly OutputFormat[] = formats,
) {
  const program = await compiled([
    {
      name: 'Copy',
      kind: 'workflow',
      in: ['rows'],
      out: [...names],
      links: names.map((port) => `.rows → .${port}`),
    },
  ])
  const sinks = names.map((format) => sink(format, { format, ...more }))
  return runImport({ ...constants, program, sources: [source('rows', ndjson(records))], sinks }, host)
}
const bytes = (name: string) => readFileSync(path.join(host.folder, name))
const readBack = async (format: OutputFormat) =>
  (await readContent(bytes(format), { kind: kinds[format], name: `x.${format}`, format: { header: true } })).records

describe('output files of an import', () => {
  it('IMP-049/engine hold the same thousands of records in all five formats', async () => {
    const records = Array.from({ length: 3000 }, (_, i) => ({
      ean: `0400638${String(i).padStart(6, '0')}`,
      'List price': `${i}E5`,
      text: i % 2 === 0 ? 'Räder, "neu"\n<b>' : '',
    }))
    expect(await writeAll(records)).toMatchObject({ ok: true, problem: null })
    for (const format of formats) expect(await readBack(format), format).toEqual(records)
  })

  it('are well-formed without any record', async () => {
    expect(await writeAll([{ a: 1 }])).toMatchObject({ ok: true })
    const program = await compiled(forEachRecord('if (ctx.input.row.a > 1) ctx.output.row = ctx.input.row'))
    for (const format of formats) {
      const sinks = [{ ...sink('rows', { format }) }]
      const sources = [source('rows', ndjson([{ a: 1 }]))]
      expect(await runImport({ ...constants, program, sources, sinks }, host), format).toMatchObject({ ok: true })
      const left = bytes('rows')
      if (format === 'csv' || format === 'ndjson') expect(left).toHaveLength(0)
      else if (format === 'json') expect(JSON.parse(left.toString())).toEqual([])
      else await expect(readContent(left, { kind: kinds[format], name: 'x' })).rejects.toMatchObject({ code: 'empty' })
    }
  })

  it('IMP-049/engine begin with a byte order mark where the sink says so, JSON Lines copied by columns too', async () => {
    const records = [{ a: 'Räder' }, { a: 'x' }]
    const rowSchema = { type: 'object', properties: { a: { type: 'string' } } }
    expect(await writeAll(records, { rowSchema, byteOrderMark: true })).toMatchObject({ ok: true })
    for (const format of formats) {
      const isMarked = bytes(format).subarray(0, 3).equals(Buffer.from('\ufeff'))
      expect(isMarked, format).toBe(format !== 'xlsx')
      expect(await readBack(format), format).toEqual(records)
    }
  })

  it('say what no column takes, with and without a schema', async () => {
    const records = [{ a: '1' }, { a: '2', b: 'late' }]
    const told = "warn: csv: The file has no column for 'b', which record 2 has: these values are left out"
    expect(await writeAll(records, {}, ['csv'])).toMatchObject({ ok: true })
    expect(host.lines).toContain(told)
    host.lines.length = 0
    const rowSchema = { type: 'object', properties: { a: { type: 'string' } } }
    expect(await writeAll(records, { rowSchema }, ['csv'])).toMatchObject({ ok: true })
    expect(host.lines).toContain(told)
  })

  it.each([
    ['xml', { a: 'bell\u0007' }, "'a': the character U+0007 cannot stand in XML; choose another format"],
    ['xml', { a: { b: ['\ud83d'] } }, "'a.b': the character U+D83D cannot stand in XML; choose another format"],
    [
      'xlsx',
      { a: 'x'.repeat(40_000) },
      "'a': a cell holds at most 32767 characters, this value has 40000; choose another format",
    ],
  ] as const)('IMP-049/engine leave out, by the tolerance, what %s cannot hold: %#', async (format, bad, reason) => {
    const fine = [{ a: 'first' }, { a: 'last' }]
    const records = [fine[0], bad, fine[1], { a: 5 }]
    const rowSchema = { type: 'object', properties: { a: { type: ['string', 'object'] } } }
    const within = await writeAll(records, { rowSchema, tolerance: 0.5 }, [format])
    expect(within).toMatchObject({
      ok: true,
      leftOut: 2,
      counts: { sinks: { [format]: { read: 4, rejected: 2, written: 2 } } },
    })
    expect(await readBack(format)).toEqual(fine)
    expect(host.lines).toContain(`error: Record 2 of ${format} cannot be written as ${format}: ${reason}`)
    expect(
      host.lines.filter((line) => line.startsWith(`error: Record 4 of ${format} does not fit its schema: `)),
    ).toHaveLength(1)
    host.remove()
    host = new FolderHost()
    expect(await writeAll(records, { rowSchema, tolerance: 0.4 }, [format])).toMatchObject({
      ok: false,
      problem: `2 of 4 records of ${format} do not fit its schema or format, more than the tolerance of 40 %`,
    })
    expect(host.files()).toEqual([])
  })

  it('GUARANTEE G7 are the same bytes when the run is repeated', async () => {
    const records = Array.from({ length: 2000 }, (_, i) => ({ a: i, b: `text ${i * 31}` }))
    await writeAll(records, {}, ['xlsx', 'xml'])
    const first = [bytes('xlsx'), bytes('xml')]
    await writeAll(records, {}, ['xlsx', 'xml'])
    expect([bytes('xlsx').equals(first[0] as Buffer), bytes('xml').equals(first[1] as Buffer)]).toEqual([true, true])
  })
})
