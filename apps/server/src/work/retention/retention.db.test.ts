import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { appendLogs } from '../logs/append-logs.ts'
import { findLogs } from '../logs/logs.repository.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { freshName, makeUser, makeUserOfEachRole, type TestUser } from '../../test-support/factories.ts'
import { insertFindings } from '../uploads/uploads.repository.ts'
import { until } from '../imports/imports.fixtures.ts'
import { retentionQueue, startRetention } from './retention.jobs.ts'
import { logsRemoved, removeOld } from './retention.service.ts'

const day = 86_400_000
const today = new Date('2026-06-01T12:00:00Z')
const ago = (days: number): Date => new Date(today.getTime() - days * day)

let app: TestApp
let sam: TestUser
beforeAll(async () => {
  app = await startTestApp({ worker: false, settings: { keepDays: 30 }, now: () => today })
  sam = (await makeUserOfEachRole(app.db))['super-admin']
})
afterAll(() => app.close())

const sweep = () => removeOld(app.platform, new AbortController().signal)
const source = { dataSubKind: 'rows', connectorType: 'manual' as const, contentType: 'csv' as const }

type TestPipeline = { pipelineId: string; versionId: string; id: string }
async function pipeline(masterPipeline?: string): Promise<TestPipeline> {
  const saved = await app.services.pipelines.save(sam, {
    name: freshName('Kept'),
    isMaster: masterPipeline === undefined,
    masterPipeline,
    component: masterPipeline === undefined ? await component() : undefined,
    dataSources: [{ ...source, dataFromMaster: masterPipeline !== undefined }],
  })
  const { pipelineId } = await app.services.access.seen(sam, saved._id)
  return { pipelineId, versionId: saved._id, id: saved._id }
}
const component = async () =>
  (await app.services.components.save(sam, { name: freshName('Nothing'), kind: 'function' }))._id

type Upload = { id: string; fileKey: string; rejectedKey: string }
/** An upload of that age with a file, a file of rejected records, a finding and a line. */
async function upload(
  of: TestPipeline,
  age: number,
  more: { enabled?: boolean; status?: 'valid' | 'validating'; origin?: 'source' | 'destination'; kind?: string } = {},
): Promise<Upload> {
  const id = newId()
  const keys = []
  for (const key of [id, `r1-${id}`]) {
    const pending = await app.platform.files.create()
    pending.stream.write('key\n')
    keys.push((await pending.commit(key)).key)
  }
  const [fileKey = '', rejectedKey = ''] = keys
  await app.db
    .insertInto('uploads')
    .values({
      id,
      pipeline_id: of.pipelineId,
      version_id: of.versionId,
      status: 'validating',
      original_filename: 'rows.csv',
      data_sub_kind: more.kind ?? 'rows',
      origin: more.origin ?? 'source',
      enabled: more.enabled ?? true,
      file_key: fileKey,
      rejected_key: rejectedKey,
      size: 4,
      sha256: 'x',
      attempt: 1,
      created_at: ago(age),
    })
    .execute()
  const finding = { row: 1, line: 2, column: 'key', path: '/key', rule: 'minLength', value: '', message: 'is empty' }
  await insertFindings(app.db, { id, attempt: 1 }, 1, [finding])
  await appendLogs(app.db, { upload: id }, [{ at: ago(age), level: 'info', message: 'read' }], null)
  await app.db
    .updateTable('uploads')
    .set({ status: more.status ?? 'valid' })
    .where('id', '=', id)
    .execute()
  return { id, fileKey, rejectedKey }
}

/** An import of that age with two lines. */
async function importOf(
  of: TestPipeline,
  age: number,
  state: 'completed' | 'busy' | 'sequential' | 'pending',
): Promise<string> {
  const id = newId()
  const jobId = newId()
  const who = { user_id: sam.userId, user_name: 'x.y' }
  const kind = state === 'pending' ? ('repeat' as const) : ('immediate' as const)
  const where = { pipeline_id: of.pipelineId, version_id: of.versionId }
  await app.db
    .insertInto('jobs')
    .values({ id: jobId, kind, ...where, ...who, time_zone: 'UTC' })
    .execute()
  const ended = state === 'completed'
  await app.db
    .insertInto('imports')
    .values({
      ...{ id, job_id: jobId, kind, ...where, ...who, state, first_name: 'X', last_name: 'Y' },
      success: ended ? true : null,
      scheduled_at: ago(age),
      ended_at: ended ? ago(age) : null,
    })
    .execute()
  const line = { at: ago(age), level: 'info' as const, message: 'begins' }
  await appendLogs(app.db, { import: id }, [line, { ...line, message: 'ends' }], null)
  return id
}

const rowsOf = async (uploads: readonly Upload[]) => {
  const ids = uploads.map((entry) => entry.id)
  const rows = await app.db.selectFrom('uploads').select('id').where('id', 'in', ids).execute()
  return ids.filter((id) => rows.some((row) => row.id === id))
}
const countOf = async (table: 'upload_findings' | 'logs', id: string) =>
  Number(
    (
      await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where upload_id = ${id}`.execute(
        app.db,
      )
    ).rows[0]?.n,
  )

describe('what is removed at night', () => {
  it('old uploads with files, findings and logs, except the last four of each kind', async () => {
    const of = await pipeline()
    const sent: Upload[] = []
    for (const age of [100, 90, 80, 70, 60, 50]) sent.push(await upload(of, age))
    const written = await upload(of, 200, { origin: 'destination' })
    const other = await upload(of, 200, { kind: 'more' })
    const off = await upload(of, 40, { enabled: false })
    const young = await upload(of, 29, { enabled: false })
    const waiting = await upload(of, 99, { status: 'validating', enabled: false })
    expect(await sweep()).toMatchObject({ uploads: 3 })
    expect(await rowsOf(sent)).toEqual(sent.slice(2).map((entry) => entry.id))
    expect(await rowsOf([written, other, off, young, waiting])).toEqual([written.id, other.id, young.id, waiting.id])
    for (const gone of [sent[0], sent[1], off]) {
      expect(await app.platform.files.exists(gone?.fileKey ?? '')).toBe(false)
      expect(await app.platform.files.exists(gone?.rejectedKey ?? '')).toBe(false)
      expect([await countOf('upload_findings', gone?.id ?? ''), await countOf('logs', gone?.id ?? '')]).toEqual([0, 0])
    }
    for (const kept of [...sent.slice(2), written, young]) {
      expect(await app.platform.files.exists(kept.fileKey)).toBe(true)
      expect(await app.platform.files.exists(kept.rejectedKey)).toBe(true)
      expect(await countOf('upload_findings', kept.id)).toBe(1)
    }
    expect(await sweep()).toMatchObject({ uploads: 0 })
  })

  it('nothing of a pipeline whose import is under way, nor of its master', async () => {
    const master = await pipeline()
    const country = await pipeline(master.id)
    const running = await pipeline()
    const planned = await pipeline()
    await importOf(country, 0, 'sequential')
    await importOf(running, 0, 'busy')
    await importOf(planned, 0, 'pending')
    const off = { enabled: false }
    const held = [await upload(master, 60, off), await upload(country, 60, off), await upload(running, 60, off)]
    // What a plan reads is the newest enabled one, of any age.
    const needed = await upload(planned, 300)
    const unneeded = await upload(planned, 60, off)
    await sweep()
    expect(await rowsOf([...held, needed, unneeded])).toEqual([...held, needed].map((entry) => entry.id))
    await app.db
      .updateTable('imports')
      .set({ state: 'completed', success: true, ended_at: today })
      .where('state', 'in', ['busy', 'sequential'])
      .execute()
    await sweep()
    expect(await rowsOf(held)).toEqual([])
  })

  it('the lines of old imports, whose entries stay and say so', async () => {
    const of = await pipeline()
    const old = await importOf(of, 31, 'completed')
    const young = await importOf(of, 29, 'completed')
    expect(await sweep()).toMatchObject({ importLogs: 1 })
    const lines = async (id: string) => (await findLogs(app.db, { imports: [id] })).map((row) => [row.seq, row.message])
    expect(await lines(old)).toEqual([[3, logsRemoved]])
    expect(await lines(young)).toEqual([
      [1, 'begins'],
      [2, 'ends'],
    ])
    const listed = await app.call('POST /imports/listAll', { as: sam, body: { pageNumber: 1, nbItemsPerPage: 100 } })
    expect(listed.data.imports.map((entry) => entry._id)).toContain(old)
    expect(await sweep()).toMatchObject({ importLogs: 0 })
    expect(await lines(old)).toEqual([[3, logsRemoved]])
  })

  it('what was decided about due instants of plans', async () => {
    const importId = await importOf(await pipeline(), 31, 'completed')
    const { job_id: jobId } = await app.db
      .selectFrom('imports')
      .select('job_id')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
    const decided = [31, 29].map((age) => ({ job_id: jobId, due_at: ago(age), outcome: 'run' as const, reason: null }))
    await app.db.insertInto('schedule_runs').values(decided).execute()
    expect(await sweep()).toMatchObject({ instants: 1 })
    const left = await app.db.selectFrom('schedule_runs').select('due_at').where('job_id', '=', jobId).execute()
    expect(left).toEqual([{ due_at: ago(29) }])
  })

  it('files that killed processes left: half written, or without a row that names them', async () => {
    const { filesFolder } = app.platform.settings
    const of = await pipeline()
    const named = await upload(of, 1)
    const pending = await app.platform.files.create()
    pending.stream.write('x')
    const lost = (await pending.commit(`r2-${newId()}`)).key
    const fresh = (await (await app.platform.files.create()).commit(newId())).key
    const pathOf = (key: string) => join(filesFolder, 'kept', key.slice(-2), key)
    for (const key of [lost, named.fileKey, named.rejectedKey]) utimesSync(pathOf(key), ago(2), ago(2))
    utimesSync(pathOf(fresh), ago(0.5), ago(0.5))
    const half = join(filesFolder, 'incoming', 'half-written')
    writeFileSync(half, 'half')
    utimesSync(half, ago(2), ago(2))
    expect(await sweep()).toMatchObject({ leftovers: 2 })
    expect(existsSync(half)).toBe(false)
    expect(await app.platform.files.exists(lost)).toBe(false)
    expect(await app.platform.files.exists(fresh)).toBe(true)
    expect(await app.platform.files.exists(named.fileKey)).toBe(true)
    expect(await app.platform.files.exists(named.rejectedKey)).toBe(true)
    expect(readdirSync(join(filesFolder, 'incoming'))).toEqual([])
  })

  it('mails of the outbox, links to choose a password and sessions that nobody can go on with', async () => {
    const outbox = join(app.platform.settings.dataFolder, 'outbox')
    mkdirSync(outbox, { recursive: true })
    const aged = { 'old.eml': 31, 'cut.eml.new': 31, 'fresh.eml': 29, 'notes.txt': 31 }
    for (const [name, age] of Object.entries(aged)) {
      writeFileSync(join(outbox, name), 'Subject: x')
      utimesSync(join(outbox, name), ago(age), ago(age))
    }
    const person = await makeUser(app.db)
    await app.db
      .insertInto('password_links')
      .values([31, 29].map((age) => ({ hash: `link of ${age}`, user_id: person.userId, expires_at: ago(age) })))
      .execute()
    for (const age of [31, 29]) {
      await app.db
        .insertInto('sessions')
        .values({ id: `session of ${age}`, user_id: person.userId })
        .execute()
      const token = { session_id: `session of ${age}`, expires_at: ago(age) }
      await app.db
        .insertInto('session_tokens')
        .values([
          { ...token, hash: `access ${age}`, kind: 'access' },
          { ...token, hash: `refresh ${age}`, kind: 'refresh' },
        ])
        .execute()
    }
    expect(await sweep()).toMatchObject({ mails: 2, links: 1 })
    expect(readdirSync(outbox).toSorted()).toEqual(['fresh.eml', 'notes.txt'])
    const links = await app.db
      .selectFrom('password_links')
      .select('hash')
      .where('user_id', '=', person.userId)
      .execute()
    expect(links).toEqual([{ hash: 'link of 29' }])
    const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', person.userId).execute()
    expect(sessions.map(({ id }) => id)).toContain('session of 29')
    expect(sessions.map(({ id }) => id)).not.toContain('session of 31')
    const tokens = await app.db
      .selectFrom('session_tokens')
      .select('hash')
      .where('hash', 'in', ['access 31', 'refresh 29'])
      .execute()
    expect(tokens).toEqual([{ hash: 'refresh 29' }])
  })

  it('by a queued job of each night, one for all processes', async () => {
    const of = await pipeline()
    const old = await upload(of, 60, { enabled: false })
    const entries = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pgboss.job where name = ${retentionQueue} and state = 'created'`.execute(app.db)
      return rows[0]?.n
    }
    const coming = { ...app.platform, now: () => new Date() }
    const workers = await Promise.all([startRetention(coming), startRetention(coming)])
    try {
      expect(await entries()).toBe(1)
      expect(await rowsOf([old])).toHaveLength(1)
      // The clock of this one stands in the past, so that its night has come.
      workers.push(await startRetention(app.platform))
      await until('the nightly job', async () => (await rowsOf([old])).length === 0)
    } finally {
      for (const worker of workers) worker.stop()
    }
  })
})
