import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEmptyDatabase } from '../../../test-support/database.ts'
import { freshName } from '../../../test-support/factories.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  scale,
  sendRaw,
  until,
  uploadForm,
} from '../imports.fixtures.ts'
import { countEnds } from '../../../guarantees/count-ends.ts'
import { expireHeartbeats } from '../../../guarantees/expire-heartbeats.ts'
import { maxPickUpMs, testTimeouts } from '../../../guarantees/figures.ts'
import type { ProductProcess } from '../../../test-support/product-process.ts'
import { workerProcesses } from '../../../test-support/worker-processes.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
let warehouse: pg.Client
let warehouseDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
let connection: string
const workers = workerProcesses(() => world.platform)

beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  warehouseDatabase = await createEmptyDatabase()
  warehouse = new pg.Client({ connectionString: warehouseDatabase.url })
  await warehouse.connect()
  const made = await world.connections.ensure(world.people['super-admin'], {
    name: 'Warehouse',
    type: 'postgresql',
    cnxString: warehouseDatabase.url,
  })
  connection = made._id
})
afterAll(async () => {
  await workers.killAll()
  await warehouse.end()
  await world.close()
  await warehouseDatabase.drop()
})

const manager = () => world.people.manager

/** A pipeline with a table of its own as sink; `spin` makes its component slow. */
async function tablePipeline(mode: 'upsert' | 'insert' | 'replace' = 'upsert', spin = 0) {
  const table = `t${freshName('').trim()}`
  await warehouse.query(`create table ${table} (key text primary key, name text, price numeric)`)
  await warehouse.query(`insert into ${table} values ('before', 'Before', 1), ('k1', 'Old', 1)`)
  const jsCode = `let n = 0; while (n < ${spin}) n++; ctx.output = { out: ctx.input.rows }`
  const { country } = await makePipelines(world, {
    component: { jsCode },
    sinks: [{ name: 'out', format: 'ndjson', target: { kind: 'table', connection, table, keys: ['key'], mode } }],
  })
  return { pipelineId: country._id, table }
}
const readRows = async (table: string) => (await warehouse.query(`select * from ${table} order by key`)).rows
const upload = async (pipelineId: string, content: string) => {
  const form = uploadForm(pipelineId, { rows: { name: 'rows.csv', content } })
  const [sent] = await manager().call('POST /uploads', { body: form })
  return sent?._id ?? ''
}
const validated = (id: string) =>
  until(
    'validation',
    async () => {
      const row = await world.platform.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
      return row !== undefined && row.status !== 'validating' ? row : null
    },
    40_000,
  )
const start = async (pipelineId: string) =>
  (await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId
const importRow = (id: string) =>
  world.platform.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const outputOf = async (importId: string): Promise<string[]> => {
  const rows = await world.platform.db.selectFrom('uploads').selectAll().where('import_id', '=', importId).execute()
  const files = []
  for (const row of rows) {
    const answer = await sendRaw(world.url, 'POST /uploads/export', { body: { uploadIds: [row.id] } }, manager().token)
    const text = await answer.text()
    expect([answer.status, Buffer.byteLength(text)]).toEqual([200, Number(row.size)])
    files.push(text)
  }
  return files
}
const expectGapless = async (importId: string) => {
  const lines = await manager().call('GET /logs/jobs', { query: { id: importId } })
  expect(lines.map((line) => line.seq)).toEqual(lines.map((_, i) => i + 1))
}

describe('GUARANTEE G2 G3 G4 a killed worker', () => {
  it('IMP-047/api the import is taken up again within 30 s, ends once, and the sink equals a clean run', async () => {
    const content = csv(3000)
    let worker = await workers.takeOrStart()
    const endsOf = await countEnds(world.platform.db)
    const cleanRuns = []
    for (const mode of ['replace', 'upsert', 'insert'] as const) {
      const pipeline = await tablePipeline(mode)
      await validated(await upload(pipeline.pipelineId, content))
      const importId = await start(pipeline.pipelineId)
      await ended(world, importId)
      cleanRuns.push({ mode, table: pipeline.table, importId })
    }

    const seed = Date.now() % 1000
    console.log(`kills of the worker, seed ${seed}`)
    for (let round = 0; round < Math.ceil(2.5 * scale); round++) {
      const afterMs = (seed + round * 211) % 600
      const clean = cleanRuns[round % cleanRuns.length] as (typeof cleanRuns)[number]
      const pipeline = await tablePipeline(clean.mode, 2e8)
      await validated(await upload(pipeline.pipelineId, content))
      const importId = await start(pipeline.pipelineId)
      await until('it is taken', async () => (await importRow(importId)).state !== 'pending')
      await sleep(afterMs)
      await workers.kill(worker)
      const killedAt = Date.now()
      worker = await workers.start()
      await until('it is taken up', async () => {
        const { attempt, ended_at: end } = await importRow(importId)
        return attempt > 1 || end !== null
      })
      expect(Date.now() - killedAt).toBeLessThan(maxPickUpMs)
      const row = await ended(world, importId)
      expect(row).toMatchObject({ state: 'completed', problem: null, success: true })
      expect(await readRows(pipeline.table)).toEqual(await readRows(clean.table))
      expect(await outputOf(importId)).toEqual(await outputOf(clean.importId))
      expect(row.counts).toEqual((await importRow(clean.importId)).counts)
      expect(await endsOf(importId)).toBe(1)
      await expectGapless(importId)
    }
  })

  it('UPL-010/api a killed validation starts clean', async () => {
    let worker = await workers.takeOrStart()
    const { country } = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })
    const bad = Array.from({ length: 60_000 }, (_, i) => `k${i},Name,dear`).join('\n')
    const id = await upload(country._id, `key,name,price\n${bad}\n`)
    await until('it has found something', async () => {
      const found = await world.platform.db
        .selectFrom('upload_findings')
        .select('n')
        .where('upload_id', '=', id)
        .limit(1)
        .execute()
      return found.length > 0
    })
    await workers.kill(worker)
    worker = await workers.start()
    const row = await validated(id)
    expect(row).toMatchObject({ status: 'valid', attempt: 2, total_findings: 60_000 })
    const kept = await world.platform.db
      .selectFrom('upload_findings')
      .select((select) => [select.fn.countAll<number>().as('n'), select.fn.max('n').as('last')])
      .where('upload_id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ n: Number(kept.n), last: kept.last }).toEqual({ n: 10_000, last: 10_000 })
    const left = await Promise.all([1, 2].map((attempt) => world.platform.files.exists(`r${attempt}-${id}`)))
    expect([row.rejected_key, ...left]).toEqual([`r2-${id}`, false, true])
  })
})

describe('GUARANTEE G3 a kill between the commit of the sink and the end of the import', () => {
  it('the rows are written once, with the counts of the run that wrote them', async () => {
    let worker = await workers.takeOrStart()
    const pipeline = await tablePipeline('upsert')
    await validated(await upload(pipeline.pipelineId, csv(200)))
    // The output file's row comes after the tables are committed: a pause there is the moment to kill.
    const platform = new pg.Client({ connectionString: world.platform.databaseUrl })
    await platform.connect()
    await platform.query(`
      create function wait_a_little() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return new; end $$;
      create trigger wait_a_little before insert on uploads for each row
        when (new.origin = 'destination') execute function wait_a_little()`)
    const importId = await start(pipeline.pipelineId)
    await until('the rows', async () => (await readRows(pipeline.table)).length === 201)
    expect((await importRow(importId)).state).toBe('progress')
    await workers.kill(worker)
    await platform.query('drop function wait_a_little() cascade')
    await platform.end()
    worker = await workers.start()
    const row = await ended(world, importId, 60_000)
    expect(row).toMatchObject({ state: 'completed', attempt: 2, problem: null })
    expect(row.counts.sinks.out).toMatchObject({ created: 199, changed: 1, written: 200 })
    expect(await readRows(pipeline.table)).toHaveLength(201)
    expect((await outputOf(importId))[0]?.trim().split('\n')).toHaveLength(200)
    await expectGapless(importId)
  })
})

describe('GUARANTEE G3 a target that is slow to open', () => {
  /** The import's target is closed until its runner has written everything and ended. */
  async function openWhenTheRunnerIsThrough(worker: ProductProcess, importId: string, attempt: number) {
    await until('progress', async () => {
      const row = await importRow(importId)
      return row.state === 'progress' && row.attempt === attempt
    })
    await until('its runner', async () => runnerOf(worker.child.pid ?? 0))
    await until('the end of its runner', async () => runnerOf(worker.child.pid ?? 0) === null)
    await warehouse.query('commit')
  }
  const close = () => warehouse.query('begin; lock table millrace_imports in access exclusive mode')

  it('gets all that the runner wrote before, at once and when taken up again', async () => {
    let worker = await workers.takeOrStart()
    const clean = await tablePipeline('replace')
    await validated(await upload(clean.pipelineId, csv(3000)))
    const cleanRun = await ended(world, await start(clean.pipelineId))
    const pipeline = await tablePipeline('replace')
    await validated(await upload(pipeline.pipelineId, csv(3000)))
    const expectWhole = async (importId: string) => {
      const row = await ended(world, importId)
      expect(row).toMatchObject({ state: 'completed', problem: null })
      expect(await readRows(pipeline.table)).toEqual(await readRows(clean.table))
      expect(await outputOf(importId)).toEqual(await outputOf(cleanRun.id))
      return row
    }

    await close()
    const first = await start(pipeline.pipelineId)
    await openWhenTheRunnerIsThrough(worker, first, 1)
    expect((await expectWhole(first)).counts).toEqual(cleanRun.counts)

    await close()
    const second = await start(pipeline.pipelineId)
    await until('progress', async () => (await importRow(second)).state === 'progress')
    await workers.kill(worker)
    worker = await workers.start()
    await openWhenTheRunnerIsThrough(worker, second, 2)
    expect((await expectWhole(second)).counts.sinks.out).toMatchObject({ read: 3000, unchanged: 3000 })
  })
})

describe('GUARANTEE G5 a stale worker', () => {
  it('paused past its lease and woken after another took over, it writes nothing', async () => {
    const first = await workers.takeOrStart()
    const pipeline = await tablePipeline('upsert', 1e9)
    await validated(await upload(pipeline.pipelineId, csv(500)))
    const importId = await start(pipeline.pipelineId)
    await until('progress', async () => (await importRow(importId)).state === 'progress')
    first.pause()
    await expireHeartbeats(world.platform.db)
    const second = await workers.start()
    const row = await ended(world, importId, 60_000)
    expect(row).toMatchObject({ state: 'completed', attempt: 2 })
    const before = [await importRow(importId), await readRows(pipeline.table), await outputOf(importId)]
    first.wake()
    await sleep(4000)
    expect([await importRow(importId), await readRows(pipeline.table), await outputOf(importId)]).toEqual(before)
    await expectGapless(importId)
    await workers.kill(first)
    await workers.kill(second)
  })
})

describe('a killed runner', () => {
  it('a runner ended from outside is run once more, and the import succeeds', async () => {
    const worker = await workers.takeOrStart()
    const pipeline = await tablePipeline('upsert', 15e8)
    await validated(await upload(pipeline.pipelineId, csv(10)))
    // That of the validation may still be ending, and would be taken for the one of the import.
    await until('no runner', async () => runnerOf(worker.child.pid ?? 0) === null)
    // Another may run beside it, the one that warms up: an import that ends without having lost its own is no proof.
    const importId = await until('an import whose runner was ended', async () => {
      const id = await start(pipeline.pipelineId)
      await until('progress', async () => ['progress', 'completed'].includes((await importRow(id)).state))
      killRunnerOf(worker.child.pid ?? 0)
      await ended(world, id)
      const lines = await manager().call('GET /logs/jobs', { query: { id } })
      return lines.some(({ message }) => message === 'The run was cut off from outside and starts again') && id
    })
    expect(await importRow(importId)).toMatchObject({ state: 'completed', problem: null, attempt: 1 })
  })
})

/** Ends the newest runner of a worker; one that ended by itself meanwhile is left alone. */
function killRunnerOf(parent: number): void {
  const runner = runnerOf(parent)
  if (runner === null) return
  try {
    process.kill(runner, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Process id of the newest child of a process, or null. */
function runnerOf(parent: number): number | null {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        // The bundler of modules is a child too.
        if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--max-old-space-size')) return false
        return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) === parent && !/^State:\s+Z/m.test(status)
      } catch {
        // It ended while we looked.
        return false
      }
    })
    .map(Number)
  return children.length === 0 ? null : Math.max(...children)
}
