import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunCounts } from '@millrace/contract'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { FileSource, PipelineSink } from './ports.ts'
import type { TableColumn, TableSink } from '../../outputs/targets/table.types.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { type ImportRequest, runImport } from './run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'run-import-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function ndjson(name: string, records: unknown[]): FileSource {
  const file = path.join(folder, name)
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return { path: file, size: 0, name, contentType: 'json', format: {} }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const withN = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const pass = 'ctx.output.row = ctx.input.row'

let host = new FolderHost()
beforeEach(() => {
  host = new FolderHost()
})
afterEach(() => host.remove())

async function run(jsCode: string, records: unknown[], more: Partial<ImportRequest> = {}) {
  const program = more.program ?? (await compiled(forEachRecord(jsCode)))
  const sources = [source('rows', ndjson('rows.ndjson', records))]
  return runImport({ ...constants, program, sources, sinks: [sink('rows')], ...more }, host)
}

/** How many open handles of a kind hold this process. */
const resources = (kind: string) => process.getActiveResourcesInfo().filter((name) => name === kind).length

/** They have started, written everything and ended. */
async function runnersAreThrough(): Promise<void> {
  const running = () => resources('ProcessWrap')
  await vi.waitFor(() => expect(running()).toBeGreaterThan(0), { timeout: 15_000 })
  await vi.waitFor(() => expect(running()).toBe(0), { timeout: 30_000 })
}

/** A table that remembers what happened to it. */
class FakeTable implements TableSink {
  alreadyDone: RunCounts | null = null
  readonly done: string[]
  text = ''
  columns: TableColumn[] = []
  failing: 'write' | 'finish' | 'commit' | null = null
  readonly write: Writable

  constructor(done: string[]) {
    this.done = done
    this.write = new Writable({
      write: (chunk: Buffer, _encoding, next) => {
        this.text += chunk.toString()
        next(this.failing === 'write' ? new Error('no room') : null)
      },
    })
  }

  async finish() {
    this.done.push('finish')
    if (this.failing === 'finish') throw new Error('merge failed')
  }

  async commit(): Promise<RunCounts> {
    this.done.push('commit')
    if (this.failing === 'commit') throw new Error('commit failed')
    return { read: 3, rejected: 0, written: 3, created: 2, changed: 1 }
  }

  async abort() {
    this.done.push('abort')
  }
}

describe('the commit of sinks', () => {
  const tableSink = (): PipelineSink =>
    sink('rows', {
      rowSchema: withN,
      table: { kind: 'table', connection: 'c', table: 't', keys: ['n'], mode: 'upsert', database: 'postgresql' },
    })

  async function withTable(
    prepare: (table: FakeTable) => void = () => {},
    records: unknown[] = numbers(3),
    more: Partial<ImportRequest> = {},
  ) {
    const done: string[] = []
    const table = new FakeTable(done)
    prepare(table)
    const openFile = host.openFile.bind(host)
    const wired = Object.assign(host, {
      openTable: async (_sink: PipelineSink, columns: TableColumn[]) => {
        table.columns = columns
        return table
      },
      openFile: async (target: PipelineSink) => {
        const staged = await openFile(target)
        return { ...staged, commit: () => (done.push('rename'), staged.commit()) }
      },
      fence: async () => {
        done.push('fence')
        return host.fenceHeld
      },
    })
    const program = await compiled(forEachRecord(pass))
    const sources = [source('rows', ndjson('rows.ndjson', records))]
    const outcome = await runImport({ ...constants, program, sources, sinks: [tableSink()], ...more }, wired)
    return { outcome, table, done }
  }

  it('IMP-049/engine stages all, asks the fence, commits tables, then renames files', async () => {
    const { outcome, table, done } = await withTable()
    expect(done).toEqual(['finish', 'fence', 'commit', 'rename'])
    expect(table.columns).toEqual([{ name: 'n', pgType: 'bigint' }])
    expect(table.text).toBe('0\n1\n2\n')
    expect(outcome.counts.sinks.rows).toEqual({ read: 3, rejected: 0, written: 3, created: 2, changed: 1 })
    expect(host.files()).toEqual(['rows'])
  })

  it.each(['write', 'finish', 'commit'] as const)('a table that fails to %s leaves no file', async (failing) => {
    const { outcome, done } = await withTable((table) => {
      table.failing = failing
    })
    expect(outcome.ok).toBe(false)
    expect(outcome.problem).toMatch(/no room|merge failed|commit failed/)
    expect(done).toContain('abort')
    expect(done).not.toContain('rename')
    expect(host.files()).toEqual([])
  })

  it('writes nothing when another attempt owns the import', async () => {
    host.fenceHeld = false
    const { outcome, done } = await withTable()
    expect(outcome.problem).toBe('Another attempt has taken over this import')
    expect(done).toEqual(['finish', 'fence', 'abort'])
    expect(host.files()).toEqual([])
  })

  it('does not write a table again that an earlier attempt has committed, but renames the file', async () => {
    const { outcome, done } = await withTable((table) => {
      table.alreadyDone = { read: 3, rejected: 0, written: 3, created: 3 }
    })
    expect(outcome).toMatchObject({ ok: true, counts: { sinks: { rows: { created: 3 } } } })
    expect(done).toEqual(['fence', 'rename'])
  })

  it('IMP-049/engine targets that open when the runner is through get all of it', async () => {
    const openFile = host.openFile.bind(host)
    host.openFile = async (target) => {
      await runnersAreThrough()
      return openFile(target)
    }
    const { outcome, table } = await withTable(() => {}, numbers(3000))
    expect(outcome).toMatchObject({ ok: true, problem: null })
    expect(host.records('rows')).toEqual(numbers(3000))
    expect(table.text).toBe(numbers(3000).reduce((text, { n }) => `${text}${n}\n`, ''))
  })

  it('a sink that cannot be opened when the runner has begun leaves no pipe open', async () => {
    const pipes = () => resources('PipeWrap')
    const before = pipes()
    host.openFile = async () => {
      // More than a pipe takes: they wait.
      await vi.waitFor(() => expect(host.progressed).toBeGreaterThan(4), { timeout: 30_000 })
      throw new Error('disk full')
    }
    expect((await run(pass, numbers(200_000))).problem).toBe('disk full')
    await vi.waitFor(() => expect(pipes()).toBeLessThanOrEqual(before), { timeout: 15_000 })
  })

  it.each([
    ['at once', async () => {}],
    ['when the runner is through', runnersAreThrough],
  ])('a table that is lost while the file is opened says what happened to it, %s', async (_when, moment) => {
    const { outcome, done } = await withTable((table) => {
      table.write.on('error', () => {})
      const openFile = host.openFile.bind(host)
      host.openFile = async (target) => {
        await moment()
        table.write.destroy(new Error('the connection to the database was lost'))
        return openFile(target)
      }
    })
    expect(outcome).toMatchObject({
      ok: false,
      problem: "The sink 'rows' failed: the connection to the database was lost",
    })
    expect(done).toEqual(['abort'])
    expect(host.files()).toEqual([])
  })

  it('a sink that cannot be opened ends the import before anything runs', async () => {
    host.openFile = () => Promise.reject(new Error('disk full'))
    expect((await run(pass, numbers(3))).problem).toBe('disk full')
  })

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('stops within a second when told to, and leaves nothing', { retry: 2 }, async () => {
    const running = run('for (let i = 0; i < 1e7; i++);\nctx.output.row = ctx.input.row', numbers(20_000))
    await new Promise((done) => setTimeout(done, 800))
    const asked = performance.now()
    host.stop()
    expect(await running).toMatchObject({ ok: false, problem: 'The import was stopped' })
    expect(performance.now() - asked).toBeLessThan(1000)
    expect(host.files()).toEqual([])
  })

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('stops within a second while its table hangs', { retry: 2, timeout: 5000 }, async () => {
    const { outcome, done } = await withTable((table) => {
      Object.assign(table, { write: new Writable({ write: () => setTimeout(() => host.stop(), 300) }) })
    })
    expect(outcome).toMatchObject({ ok: false, problem: 'The import was stopped' })
    expect(done).toEqual(['abort'])
    expect(host.files()).toEqual([])
  })

  it('ends a run that writes too much', async () => {
    const code = "ctx.output.row = { text: 'x'.repeat(10_000), n: ctx.input.row.n }"
    const outcome = await run(code, numbers(20_000), { limits: { outputBytes: 50 << 20 } })
    expect(outcome.problem).toContain('the run wrote more than 50 MiB')
    expect(host.files()).toEqual([])
  })
})
