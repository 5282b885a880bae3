import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  sendFile,
  csv,
  ended,
  until,
} from '../imports/imports.fixtures.ts'
import { createLogWriter, flushAtLines } from './log-writer.ts'
import { appendLogs, type LogLine } from './append-logs.ts'
import { findLogs } from './logs.repository.ts'

let world: ImportWorld
let pipelineId: string
beforeAll(async () => {
  world = await makeImportWorld()
  pipelineId = (await makePipelines(world)).country._id
})
afterAll(() => world.close())

/** A row to write lines to, which no worker touches. */
async function quietUpload(attempt = 1): Promise<string> {
  const { pipelineId: pipeline } = await world.access.seen(world.people.manager, pipelineId)
  const id = `log-${Math.random()}`
  await world.platform.db
    .insertInto('uploads')
    .values({
      id,
      pipeline_id: pipeline,
      version_id: pipelineId,
      status: 'validating',
      data_sub_kind: 'rows',
      origin: 'source',
      file_key: id,
      size: 1,
      sha256: '',
      attempt,
    })
    .execute()
  return id
}
const line = (message: string): LogLine => ({ at: new Date(), level: 'info', message })
const stored = async (id: string) => findLogs(world.platform.db, { uploads: [id] })
const writerFor = (id: string, attempt = 1) =>
  createLogWriter({ db: world.platform.db, owner: { upload: id }, attempt, lastSeq: 0, log: world.platform.log })

describe('appending', () => {
  it('numbers lines without a gap, also from many writers at once', async () => {
    const id = await quietUpload()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        appendLogs(world.platform.db, { upload: id }, [line(`${i}a`), line(`${i}b`)], null),
      ),
    )
    const rows = await stored(id)
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    for (let i = 0; i < 40; i += 2) expect(rows[i]?.message.slice(0, -1)).toBe(rows[i + 1]?.message.slice(0, -1))
  })

  it('GUARANTEE G5 an attempt that lost its upload writes nothing', async () => {
    const id = await quietUpload(2)
    expect(await appendLogs(world.platform.db, { upload: id }, [line('stale')], 1)).toBeNull()
    expect(await appendLogs(world.platform.db, { upload: id }, [line('mine')], 2)).toBe(1)
    expect((await stored(id)).map((row) => row.message)).toEqual(['mine'])
    expect(await appendLogs(world.platform.db, { upload: 'gone' }, [line('x')], null)).toBeNull()
  })

  it('keeps what a text may hold, cuts what is too long, and loses no line over a NUL', async () => {
    const id = await quietUpload()
    await appendLogs(world.platform.db, { upload: id }, [line('a\0b'), line('ß'.repeat(9000)), line("'; drop")], null)
    const messages = (await stored(id)).map((row) => row.message)
    expect(messages).toEqual(['a\uFFFDb', `${'ß'.repeat(8000)} …`, "'; drop"])
  })
})

describe('the writer of a run', () => {
  it('stores many lines per statement, in order, the last ones by themselves', async () => {
    const id = await quietUpload()
    const writer = writerFor(id)
    for (let n = 0; n < flushAtLines * 3 + 7; n++) writer.write('info', `${n}`)
    await until('all lines', async () => (await stored(id)).length === flushAtLines * 3 + 7, 20_000)
    expect((await stored(id)).map((row) => row.message)).toEqual(
      Array.from({ length: flushAtLines * 3 + 7 }, (_, n) => `${n}`),
    )
    await writer.close()
  })

  it('is bounded: lines that come faster than they can be stored are counted', async () => {
    const id = await quietUpload()
    const writer = writerFor(id)
    for (let n = 0; n < 10_050; n++) writer.write('info', `${n}`)
    await writer.close()
    const rows = await stored(id)
    expect(rows).toHaveLength(10_001)
    expect(rows.at(-1)).toMatchObject({ level: 'warn', message: '50 further lines came too fast and were left out' })
  })

  it('finds out that it is fenced, says so once and stays silent', async () => {
    const id = await quietUpload(2)
    let told = 0
    const { db, log } = world.platform
    const writer = createLogWriter({ db, owner: { upload: id }, attempt: 1, lastSeq: 0, log, onFenced: () => told++ })
    writer.write('info', 'stale')
    await writer.flush()
    writer.write('info', 'stale too')
    await writer.close()
    expect([writer.fenced, told, (await stored(id)).length]).toEqual([true, 1, 0])
  })

  it('pauses while a transaction holds the row, and gives its lines to that transaction', async () => {
    const id = await quietUpload()
    const writer = writerFor(id)
    writer.write('info', 'before')
    await writer.pause()
    await world.platform.db.transaction().execute(async (tx) => {
      await sql`select 1 from uploads where id = ${id} for update`.execute(tx)
      writer.write('info', 'during')
      await new Promise((resolve) => setTimeout(resolve, 250))
      await appendLogs(tx, { upload: id }, [...writer.takeCollected(), line('end')], 1)
    })
    writer.resume()
    writer.write('info', 'after')
    await writer.close()
    expect((await stored(id)).map((row) => row.message)).toEqual(['before', 'during', 'end', 'after'])
  })

  it('GUARANTEE G6 waits for a database that is away and then stores each line once', async () => {
    const id = await quietUpload()
    const writer = writerFor(id)
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(world.platform.db)
    for (let n = 0; n < 30; n++) {
      writer.write('info', `${n}`)
      if (n % 10 === 5) await cut()
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    await writer.close()
    expect((await stored(id)).map((row) => row.message)).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`))
  })
})

describe('reading logs', () => {
  it('LOG-001/api API-033/api answers the lines of uploads, oldest first, from a number on', async () => {
    const levels = ['error', 'warn', 'info', 'success'] as const
    const levelOf = (n: number) => levels[n % 4] ?? 'info'
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, n))
    const id = await quietUpload()
    const { db } = world.platform
    await appendLogs(
      db,
      { upload: id },
      Array.from({ length: 9 }, (_, i) => ({ ...line(`${i + 1}`), at: at(i), level: levelOf(i), dataSubKind: 'rows' })),
      null,
    )
    const { manager } = world.people
    const all = await manager.call('GET /logs/uploads', { query: { ids: id } })
    expect(all.map((each) => each.message)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    for (const [n, { _id, ...told }] of all.entries()) {
      expect(told).toEqual({
        ...{ seq: n + 1, logDate: at(n).toISOString(), level: levelOf(n) },
        ...{ message: `${n + 1}`, dataSubKind: 'rows', uploadId: id },
      })
    }
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(9)
    const page = await manager.call('GET /logs/uploads', { query: { ids: id, after: '3', limit: '2' } })
    expect(page.map((each) => each.seq)).toEqual([4, 5])
  })

  it('API-034/api answers the lines of an import, and of all imports of a job', async () => {
    const { manager } = world.people
    await sendFile(manager, pipelineId, 'rows', csv(2))
    const body = { pipelineId, kind: 'immediate' }
    const { importId, jobId } = await manager.call('POST /imports', { body })
    await ended(world, importId)
    const ofImport = await manager.call('GET /logs/jobs', { query: { id: importId } })
    expect(ofImport.at(-1)).toMatchObject({ importId, level: 'success' })
    expect(await manager.call('GET /logs/jobs', { query: { id: jobId } })).toEqual(ofImport)
  })

  it('ERR-022/api answers nothing of what is unknown or not seen', async () => {
    const id = await quietUpload()
    const { manager, user } = world.people
    expect((await manager.ask('GET /logs/uploads', { query: { ids: `${id},x` } })).code).toBe(40400)
    expect((await user.ask('GET /logs/uploads', { query: { ids: id } })).code).toBe(40400)
    expect((await manager.ask('GET /logs/jobs', { query: { id: 'x' } })).code).toBe(40400)
    expect((await manager.ask('GET /logs/uploads', { query: { ids: '' } })).code).toBe(40000)
  })
})
