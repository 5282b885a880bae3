import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listOfSchema } from '@millrace/contract'
import { mysqlSuite } from '@millrace/engine/host/sinks/mysql/mysql-for-test'
import { type Behaviour, startReceiver } from '@millrace/engine/host/sinks/http/receiver-for-test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  rowSchema,
  sendFile,
  sendRaw,
  until,
  uploadForm,
} from '../work/imports/imports.fixtures.ts'
import { workerProcesses } from '../test-support/worker-processes.ts'
import { setBarrier } from './barrier.ts'
import { expireHeartbeats } from './expire-heartbeats.ts'
import { maxPickUpMs, testTimeouts } from './figures.ts'
import {
  readRows,
  readEach,
  readMarkers,
  modes,
  openTarget,
  tablePipeline,
  type TargetDatabase,
  type TargetTable,
} from './import-targets.ts'

vi.setConfig(testTimeouts)

let world: ImportWorld
let receiver: Awaited<ReturnType<typeof startReceiver>>
let behave: Behaviour = (response) => response.writeHead(200).end()
const workers = workerProcesses(
  () => world.platform,
  () => ({ MILLRACE_WORKERS: '6', MILLRACE_ALLOWED_HOSTS: receiver.host }),
)
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
  receiver = await startReceiver((...args) => behave(...args))
})
afterAll(async () => {
  await workers.killAll()
  await receiver?.close()
  await world?.close()
})

const manager = () => world.people.manager
const start = async (pipelineId: string) =>
  (await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId
const importRow = (id: string) =>
  world.platform.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const outputRows = (importId: string) =>
  world.platform.db
    .selectFrom('uploads')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('data_sub_kind')
    .execute()
async function outputsOf(importId: string): Promise<string[]> {
  const texts = []
  for (const { id, size } of await outputRows(importId)) {
    const answer = await sendRaw(world.url, 'POST /uploads/export', { body: { uploadIds: [id] } }, manager().token)
    const text = await answer.text()
    expect([answer.status, Buffer.byteLength(text)]).toEqual([200, Number(size)])
    texts.push(text)
  }
  return texts
}
const outputOfSinks = "new.origin = 'destination'"

/** What every target keeps, in one test each: killed where it hurts most, and failed. */
function behaviour(kind: TargetDatabase['kind']): void {
  let db: TargetDatabase
  beforeAll(async () => {
    db = await openTarget(world, kind)
  })
  afterAll(() => db?.remove())

  it('GUARANTEE G3 G4 killed between the commit of the sink and the end of the import: tables of every mode and files equal an undisturbed run', async () => {
    let worker = await workers.takeOrStart()
    const content = csv(200)
    const clean: { target: TargetTable; importId: string }[] = []
    const disturbed: { target: TargetTable; importId: string }[] = []
    for (const mode of modes) {
      const target = await tablePipeline(world, db, mode)
      await sendFile(manager(), target.pipelineId, 'rows', content)
      clean.push({ target, importId: await start(target.pipelineId) })
    }
    for (const { importId } of clean) expect(await ended(world, importId)).toMatchObject({ state: 'completed' })
    const barrier = await setBarrier(world.platform.databaseUrl, 'uploads', outputOfSinks)
    for (const mode of modes) {
      const target = await tablePipeline(world, db, mode)
      await sendFile(manager(), target.pipelineId, 'rows', content)
      disturbed.push({ target, importId: await start(target.pipelineId) })
    }
    await barrier.reached(modes.length)
    const marked = await readMarkers(db)
    for (const { importId } of disturbed) {
      expect([marked[importId], (await importRow(importId)).state]).toEqual([1, 'progress'])
    }
    await workers.kill(worker)
    const killedAt = performance.now()
    await barrier.lift()
    worker = await workers.start()
    for (const { importId } of disturbed) {
      await until('it is taken up', async () => (await importRow(importId)).attempt === 2)
    }
    expect(performance.now() - killedAt).toBeLessThan(maxPickUpMs)
    for (const [i, { importId, target }] of disturbed.entries()) {
      const row = await ended(world, importId)
      expect(row).toMatchObject({ state: 'completed', attempt: 2, problem: null })
      const undisturbed = clean[i] as (typeof clean)[number]
      expect(await readRows(target)).toEqual(await readRows(undisturbed.target))
      const outputs = await outputsOf(importId)
      expect(outputs).toEqual(await outputsOf(undisturbed.importId))
      expect(outputs.map((text) => text.trim().split('\n').length)).toEqual([200])
      expect(row.counts).toEqual((await importRow(undisturbed.importId)).counts)
      expect((await readMarkers(db))[importId]).toBe(1)
    }
    const sizes = (await readEach(disturbed.map(({ target }) => target))).map((rows) => rows.length)
    expect(sizes).toEqual([205, 205, 200])
  })

  it('GUARANTEE G3 a failed import leaves tables of every mode as they were, no marker and no file', async () => {
    await workers.takeOrStart()
    const faults: [string, string][] = [
      ["ctx.output = { out: ctx.input.rows }; throw new Error('no')", csv(200)],
      ['ctx.output = { out: ctx.input.rows }', `${csv(200)}k200,Too dear,123456789\n`],
    ]
    for (const mode of modes) {
      for (const [jsCode, content] of faults) {
        const target = await tablePipeline(world, db, mode, { jsCode })
        const before = await readRows(target)
        await sendFile(manager(), target.pipelineId, 'rows', content)
        const importId = await start(target.pipelineId)
        expect(await ended(world, importId)).toMatchObject({ state: 'failed', success: false })
        expect(await readRows(target)).toEqual(before)
        expect((await readMarkers(db))[importId]).toBeUndefined()
        expect(await outputRows(importId)).toEqual([])
      }
    }
  })
}

describe('an import into PostgreSQL', () => {
  behaviour('postgresql')
})
mysqlSuite(describe, 'an import into MariaDB', () => {
  behaviour('mysql')
})

describe('an import into two databases', () => {
  it('GUARANTEE G3 killed between the commits of its two sinks, both equal a clean run', async () => {
    const [one, two] = [await openTarget(world, 'postgresql'), await openTarget(world, 'postgresql')]
    let worker = await workers.takeOrStart()
    // The first import makes the table of markers, where the barrier will stand.
    const warm = await tablePipeline(world, two, 'upsert')
    await sendFile(manager(), warm.pipelineId, 'rows', csv(200))
    expect(await ended(world, await start(warm.pipelineId))).toMatchObject({ state: 'completed' })
    for (const db of [one, two]) await db.rows('create table t (key text primary key, name text, price numeric)')
    const sink = (db: TargetDatabase, name: string) => ({
      name,
      format: 'csv' as const,
      target: {
        kind: 'table' as const,
        connection: db.connection,
        table: 't',
        keys: ['key'],
        mode: 'upsert' as const,
      },
    })
    const schema = await world.schemas.save(world.people['super-admin'], { name: 'Both', jsonSchema: rowSchema })
    const outputSchema = listOfSchema(schema._id)
    const { country } = await makePipelines(world, {
      component: {
        jsCode: 'ctx.output = { out: ctx.input.rows, more: ctx.input.rows }',
        outputs: ['out', 'more'].map((name) => ({ name, outputSchema })),
      },
      sinks: [sink(one, 'out'), sink(two, 'more')],
    })
    await sendFile(manager(), country._id, 'rows', csv(200))
    const barrier = await setBarrier(two.url, 'millrace_imports')
    const importId = await start(country._id)
    await barrier.reached(1)
    const rowsIn = async (db: TargetDatabase) => (await db.rows('select 1 from t')).length
    expect([await rowsIn(one), await rowsIn(two)]).toEqual([200, 0])
    await workers.kill(worker)
    await barrier.lift()
    worker = await workers.start()
    expect(await ended(world, importId)).toMatchObject({ state: 'completed', attempt: 2, problem: null })
    expect([await rowsIn(one), await rowsIn(two)]).toEqual([200, 200])
    expect([(await readMarkers(one))[importId], (await readMarkers(two))[importId]]).toEqual([1, 2])
    expect(await outputRows(importId)).toHaveLength(2)
    await one.remove()
    await two.remove()
  })
})

describe('a worker paused past its lease', () => {
  it('GUARANTEE G5 in code, before a commit, between two batches, while it ends and while it validates: resumed after another took over, it writes nothing', async () => {
    const db = await openTarget(world, 'postgresql')
    const other = await openTarget(world, 'postgresql')
    const first = await workers.takeOrStart()
    const inCode = await tablePipeline(world, db, 'replace', { spin: 1e9 })
    const atEnd = await tablePipeline(world, db, 'upsert')
    const warm = await tablePipeline(world, other, 'upsert')
    const beforeCommit = await tablePipeline(world, other, 'upsert')
    const sending = await makePipelines(world, {
      sinks: [{ name: 'out', format: 'csv', target: { kind: 'http', url: receiver.url, batchSize: 20 } }],
    })
    const validating = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })
    const pipelines = [inCode, atEnd, warm, beforeCommit].map(({ pipelineId }) => pipelineId)
    for (const id of [...pipelines, sending.country._id]) await sendFile(manager(), id, 'rows', csv(100))
    expect(await ended(world, await start(warm.pipelineId))).toMatchObject({ state: 'completed' })

    const ending = await setBarrier(world.platform.databaseUrl, 'uploads', outputOfSinks)
    const committing = await setBarrier(other.url, 'millrace_imports')
    let answer = () => {}
    behave = (response, _got, n) => {
      if (n === 2) answer = () => response.writeHead(200).end()
      else response.writeHead(200).end()
    }
    const imports = [
      await start(atEnd.pipelineId),
      await start(beforeCommit.pipelineId),
      await start(sending.country._id),
      await start(inCode.pipelineId),
    ]
    await ending.reached(1)
    await committing.reached(1)
    await until('the second batch', async () => receiver.received.length === 2)
    const bad = Array.from({ length: 300_000 }, (_, i) => `k${i},Name,dear`).join('\n')
    const form = uploadForm(validating.country._id, { rows: { name: 'bad.csv', content: `key,name,price\n${bad}\n` } })
    const [upload] = await manager().call('POST /uploads', { body: form })
    const uploadId = upload?._id ?? ''
    const uploadRow = () =>
      world.platform.db.selectFrom('uploads').selectAll().where('id', '=', uploadId).executeTakeFirstOrThrow()
    await until('findings', async () => {
      const query = world.platform.db.selectFrom('upload_findings').select('n').where('upload_id', '=', uploadId)
      return (await query.limit(1).execute()).length > 0
    })
    await until('progress', async () => (await importRow(imports[3] ?? '')).state === 'progress')
    first.pause()
    await expireHeartbeats(world.platform.db)
    const pausedAt = performance.now()
    expect(await Promise.all(imports.map(async (id) => (await importRow(id)).state))).toEqual(
      imports.map(() => 'progress'),
    )
    await ending.lift()
    await committing.lift()
    answer()

    const second = await workers.start()
    for (const importId of imports) {
      expect(await ended(world, importId)).toMatchObject({ state: 'completed', attempt: 2, problem: null })
    }
    await until('validation', async () => (await uploadRow()).status === 'valid', 60_000)
    console.log(`taken over and ended within ${Math.round(performance.now() - pausedAt)} ms of the pause`)

    const kept = () =>
      readdirSync(join(world.platform.settings.filesFolder, 'kept'), { recursive: true, encoding: 'utf8' })
    const written = async () => ({
      imports: await Promise.all(imports.map(importRow)),
      upload: await uploadRow(),
      findings: await world.platform.db
        .selectFrom('upload_findings')
        .select(['n'])
        .where('upload_id', '=', uploadId)
        .orderBy('n')
        .execute(),
      logs: await world.platform.db.selectFrom('logs').selectAll().orderBy('id').execute(),
      outputs: await Promise.all(imports.map(outputsOf)),
      tables: await readEach([inCode, atEnd, beforeCommit]),
      readMarkers: [await readMarkers(db), await readMarkers(other)],
      batches: receiver.received.length,
    })
    const before = await written()
    const files = new Set(kept())
    first.wake()
    await sleep(7000)
    expect(await written()).toEqual(before)
    // It may take back what only it knew of.
    expect(kept().filter((file) => !files.has(file))).toEqual([])
    for (const importId of imports) {
      const seqs = before.logs.filter((line) => line.import_id === importId).map((line) => line.seq)
      expect(seqs).toEqual(seqs.map((_, i) => i + 1))
    }
    // The woken one is of use again.
    await workers.kill(second)
    expect(await ended(world, await start(atEnd.pipelineId))).toMatchObject({ state: 'completed', problem: null })
    await db.remove()
    await other.remove()
  })
})
