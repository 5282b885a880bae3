import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { JsonSchema } from '@millrace/contract'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { FileSource, ImportCounts, PipelineSink } from './ports.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { type ImportRequest, runImport } from './run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'streamed-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hosts: FolderHost[] = []
afterEach(() => {
  for (const host of hosts.splice(0)) host.remove()
})
const newHost = (): FolderHost => {
  const host = new FolderHost()
  hosts.push(host)
  return host
}

function csv(name: string, rows: number, line: (i: number) => string, head = 'sku,price,note'): FileSource {
  const file = path.join(folder, name)
  const text = `${head}\n${Array.from({ length: rows }, (_, i) => `${line(i)}\n`).join('')}`
  writeFileSync(file, text)
  return { path: file, size: Buffer.byteLength(text), name, contentType: 'csv', format: {} }
}

/** Some rows break the schema, some cells hold line breaks and other scripts. */
const products = csv('products.csv', 9000, (i) =>
  [`S${i}`, i % 700 === 3 ? 'dear' : String(i / 4), i % 5 === 0 ? `"two\nlines ""${i}"" 棚"` : ''].join(','),
)
const rowSchema = { type: 'object', properties: { price: { type: 'number' } } }
const sinks: PipelineSink[] = [
  sink('rows', { format: 'json', tolerance: 0.1, rowSchema: { type: 'object', properties: { n: { maximum: 2000 } } } }),
]
const program = await compiled(
  forEachRecord(`
    const { row } = ctx.input
    if (row.sku.endsWith('77')) ctx.log.info('seen', row.sku)
    if (row.sku === 'S4000') ctx.log.warn('half way')
    const n = row.sku === 'S2500' || row.sku === 'S8000' ? 5000 : row.price / 2
    ctx.output = row.sku.endsWith('13') ? {} : { row: { ...row, n, luck: Math.random() } }`),
)

async function imported(more: Partial<Pick<ImportRequest, 'sinks' | 'program' | 'sources'>> = {}) {
  const host = newHost()
  const sources = [source('rows', products, rowSchema, 0.01)]
  const outcome = await runImport({ ...constants, program, sources, sinks, ...more }, host)
  return { host, outcome }
}

describe('an import that works record by record', () => {
  it.each(['json', 'ndjson', 'csv'] as const)('gives the same %s bytes, counts and lines each time', async (format) => {
    const properties = { sku: {}, price: {}, note: {}, n: { maximum: 2000 }, luck: {} }
    const to = [
      sink('rows', { format, tolerance: 0.1, rowSchema: { type: 'object', additionalProperties: false, properties } }),
    ]
    const one = await imported({ sinks: to })
    expect(one.outcome).toMatchObject({ ok: true, leftOut: 15, problem: null })
    expect(one.host.lines.filter((line) => line.includes('does not fit its schema')).length).toBe(2)
    const again = await imported({ sinks: to })
    expect(again.outcome.counts).toEqual(one.outcome.counts)
    expect(again.host.text('rows') === one.host.text('rows')).toBe(true)
    expect(again.host.lines.toSorted()).toEqual(one.host.lines.toSorted())
    const ofCode = (lines: string[]) => lines.filter((line) => line.includes('seen') || line.includes('half'))
    expect(ofCode(again.host.lines)).toEqual(ofCode(one.host.lines))
  })

  it('IMP-049/engine shows component code no key where a cell is empty', async () => {
    const names = await compiled(forEachRecord('ctx.output = { row: { keys: Object.keys(ctx.input.row).join() } }'))
    const cells = ['A,1,x', ',1,', 'C,,y', ',,z']
    const file = csv('empty.csv', 4, (i) => cells[i] ?? '')
    const keys = async (schema: JsonSchema) => {
      const sources = [source('rows', file, schema)]
      const { host, outcome } = await imported({ program: names, sources, sinks: [sink('rows')] })
      expect(outcome.problem).toBeNull()
      return host.records('rows').map((record) => record.keys)
    }
    const all = ['sku,price,note', 'price', 'sku,note', 'note']
    expect(await keys(rowSchema)).toEqual(all)
    expect(await keys({ ...rowSchema, minProperties: 1 })).toEqual(all)
    const required = { properties: { sku: {}, note: { type: 'string' } }, required: ['sku'] }
    expect(await keys(required)).toEqual(['sku,price,note', 'sku,price', 'sku,note', 'sku,note'])
  })

  it('keeps to the lines of one run, in the order of the file', async () => {
    const chatty = await compiled(forEachRecord(`ctx.log.info(ctx.input.row.sku); ctx.output = { row: ctx.input.row }`))
    const { host } = await imported({ program: chatty })
    expect(host.lines).toContain('warn: 7987 more info lines were left out')
  })

  it('gives a whole empty file where nothing is left', async () => {
    const none = await compiled(forEachRecord('ctx.output = {}'))
    const { host, outcome } = await imported({ program: none })
    expect(outcome).toMatchObject({ ok: true, counts: { sinks: { rows: { read: 0, rejected: 0, written: 0 } } } })
    expect(JSON.parse(host.text('rows'))).toEqual([])
  })

  it('judges the tolerance of a source on all of its records', async () => {
    const { host, outcome } = await imported({ sources: [source('rows', products, rowSchema, 0.001)] })
    expect(outcome.problem).toBe('13 of 9000 records of rows are rejected, more than the tolerance of 0.1 %')
    expect(host.files()).toEqual([])
  })

  it('a throw ends it, named by its row in the file', async () => {
    const thrower = await compiled(
      forEachRecord(`if (ctx.input.row.sku === 'S6001') throw new Error('odd')\nctx.output = { row: ctx.input.row }`),
    )
    const { outcome, host } = await imported({ program: thrower })
    expect(outcome.problem).toBe('Catalogue / Rows / Row, line 1, record 5993: Error: odd (row 6002 of rows)')
    expect(host.files()).toEqual([])
  })

  it('ends when it is stopped, within a second', async () => {
    const slow = await compiled(forEachRecord(`for (let i = 0; i < 3e6; i++) {}\nctx.output = { row: ctx.input.row }`))
    const host = newHost()
    const run = runImport(
      { ...constants, program: slow, sources: [source('rows', products, rowSchema, 1)], sinks },
      host,
    )
    await sleep(1500)
    const stopped = performance.now()
    host.stop()
    expect((await run).problem).toBe('The import was stopped')
    expect(performance.now() - stopped).toBeLessThan(5000)
    expect(host.files()).toEqual([])
  })

  it('waits where the sink waits: the reader does not run ahead, and tells how far it is of all', async () => {
    const long = csv('long.csv', 200_000, (i) => `S${i},${i},${'x'.repeat(60)}`)
    const host = newHost()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const chunks: number[] = []
    const openFile = async () => ({
      write: new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk.length)
          void released.then(() => done())
        },
      }),
      commit: async () => {},
      abort: async () => {},
    })
    let read = 0
    let total: number | undefined
    const progress = (counts: ImportCounts) => {
      read = counts.sources.rows?.read ?? 0
      total = counts.sources.rows?.total
    }
    const copy = await compiled(forEachRecord('ctx.output = { row: ctx.input.row }'))
    const run = runImport(
      { ...constants, program: copy, sources: [source('rows', long)], sinks: [sink('rows')] },
      Object.assign(host, { openFile, progress }),
    )
    let last = -1
    while (read === 0 || read !== last) {
      last = read
      await sleep(2000)
    }
    expect(read).toBeLessThan(60_000)
    expect(total).toBe(200_000)
    release()
    const outcome = await run
    expect(outcome.counts.sources.rows).toEqual({ read: 200_000, rejected: 0, written: 200_000 })
    expect(chunks.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(200_000 * 80)
  })
})
