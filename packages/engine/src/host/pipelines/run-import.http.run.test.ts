import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RunCounts } from '@millrace/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { PipelineSink } from './ports.ts'
import { type Behaviour, openTransport, startReceiver } from '../sinks/http/receiver-for-test.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { runImport } from './run-import.ts'

class HttpHost extends FolderHost {
  readonly http = openTransport
  ours = true
  async isCurrentAttempt(): Promise<boolean> {
    return this.ours
  }
}

let host: HttpHost
let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined
beforeEach(() => {
  host = new HttpHost()
})
afterEach(async () => {
  host.remove()
  await receiver?.close()
  receiver = undefined
})

const withN = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }

async function run(rows: number, more: { behave?: Behaviour; sink?: Partial<PipelineSink>; jsCode?: string } = {}) {
  receiver ??= await startReceiver(more.behave)
  const file = path.join(host.folder, 'source.csv')
  writeFileSync(file, `n\n${Array.from({ length: rows }, (_, i) => i).join('\n')}\n`)
  const http = { kind: 'http' as const, url: receiver.url, batchSize: 1000 }
  const jsCode = more.jsCode ?? 'ctx.output.row = { n: ctx.input.row.n }'
  return runImport(
    {
      ...constants,
      program: await compiled(forEachRecord(jsCode)),
      sources: [source('rows', { path: file, size: 0, name: 'source.csv', contentType: 'csv', format: {} }, withN)],
      sinks: [sink('rows', { rowSchema: withN, http, format: 'csv', ...more.sink })],
    },
    host,
  )
}
const taken = () => receiver?.received.flatMap((batch) => batch.records.map(({ n }) => n)) ?? []
const counts = (outcome: { counts: { sinks: Record<string, RunCounts> } }) => outcome.counts.sinks.rows

describe('imports that send their records', () => {
  it('sends what the file holds, in batches, once everything fits', async () => {
    const outcome = await run(2500)
    expect(outcome).toMatchObject({ ok: true, problem: null })
    expect(counts(outcome)).toEqual({ read: 2500, rejected: 0, written: 2500 })
    expect(taken()).toEqual(Array.from({ length: 2500 }, (_, i) => i))
    expect(receiver?.keys()).toEqual(['test-rows-1', 'test-rows-2', 'test-rows-3'])
    expect(host.text('rows').split('\r\n').slice(0, 3)).toEqual(['n', '0', '1'])
    expect(host.lines).toContain('info: rows: 2500 records sent in 3 batches')
  })

  it('sends nothing when the run fails, or leaves out more than the tolerance', async () => {
    const thrown = await run(2000, { jsCode: "if (ctx.input.row.n === 1999) throw new Error('late')" })
    expect(thrown.ok).toBe(false)
    const jsCode = "ctx.output.row = { n: ctx.input.row.n % 2 ? 'odd' : ctx.input.row.n }"
    const broken = await run(2000, { jsCode })
    expect(broken.problem).toContain('1000 of 2000 records of rows do not fit its schema')
    expect(taken()).toEqual([])
    const tolerant = await run(2000, { jsCode, sink: { tolerance: 0.5 } })
    expect(counts(tolerant)).toEqual({ read: 2000, rejected: 1000, written: 1000 })
    expect(taken()).toHaveLength(1000)
  })

  it('sends no record that the file cannot hold', async () => {
    const jsCode = "ctx.output.row = { n: ctx.input.row.n, text: ctx.input.row.n === 1 ? '\\u0001' : 'x' }"
    const outcome = await run(3, { jsCode, sink: { format: 'xml', tolerance: 0.5 } })
    expect(counts(outcome)).toEqual({ read: 3, rejected: 1, written: 2 })
    expect(taken()).toEqual([0, 2])
    expect(host.text('rows').match(/<n>\d<\/n>/g)).toEqual(['<n>0</n>', '<n>2</n>'])
  })

  it('fails with the answer, leaves no file, and the same import sends the same batches again', async () => {
    const behave: Behaviour = (response, _got, n) => response.writeHead(n === 2 ? 422 : 200).end('no such product')
    const outcome = await run(2500, { behave })
    expect(outcome).toMatchObject({
      ok: false,
      problem: `The sink 'rows': batch 2 of 3 was not taken, the answer was 422: no such product; the batch before it was taken`,
    })
    expect(host.files()).toEqual(['source.csv'])
    expect(await run(2500)).toMatchObject({ ok: true })
    const keyed = receiver?.received.map(({ headers, body }) => [headers['idempotency-key'], body]) ?? []
    expect(keyed.slice(2, 4)).toEqual(keyed.slice(0, 2))
  })

  it('a stale worker and a stopped import send no more', async () => {
    host.ours = false
    expect((await run(10)).problem).toContain('Another attempt of the import has taken over')
    expect(taken()).toEqual([])
    host.ours = true
    await receiver?.close()
    receiver = await startReceiver(() => host.stop())
    const began = Date.now()
    expect(await run(10)).toMatchObject({ ok: false, problem: 'The import was stopped' })
    expect(Date.now() - began).toBeLessThan(20_000)
  })

  it('refuses a host that is not allowed before anything runs', async () => {
    const check = () => {
      throw new Error('The host 127.0.0.1 is not allowed')
    }
    Object.assign(host, { http: { ...openTransport, check } })
    const outcome = await run(10, { jsCode: "throw new Error('it ran')" })
    expect(outcome.problem).toBe("The sink 'rows' cannot be sent: The host 127.0.0.1 is not allowed")
  })

  it('refuses two sinks of one table', async () => {
    const table = { kind: 'table' as const, database: 'mysql' as const, connection: 'c', table: 't', keys: ['n'] }
    const both = sink('rows', { rowSchema: withN, table: { ...table, mode: 'upsert' } })
    const outcome = await runImport(
      {
        ...constants,
        program: await compiled(forEachRecord('ctx.output.row = ctx.input.row')),
        sources: [],
        sinks: [both, both],
      },
      host,
    )
    expect(outcome.problem).toBe("The data sinks 'rows' and 'rows' write into the same table 't'")
  })
})
