import { type Overview, overviewCalls } from '@millrace/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { hashPassword } from '../../people/sessions/password-hash.ts'
import { freshName, makeUser } from '../../test-support/factories.ts'
import { type ImportWorld, makeImportWorld, until } from '../imports/imports.fixtures.ts'
import {
  documentOf,
  insertValidUpload,
  later,
  makeReady,
  setState,
  weekly,
} from '../imports/plans/planning.fixtures.ts'
import { startWorkerHeartbeat } from '../workers/worker-heartbeat.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())
afterEach(async () => {
  const { db } = world.platform
  await db.updateTable('imports').set({ state: 'aborted', success: false, ended_at: new Date() }).execute()
  await db.updateTable('jobs').set({ ended_at: new Date(), next_due_at: null }).execute()
  await db.deleteFrom('workers').execute()
})

const read = (): Promise<Overview> => world.people['super-admin'].call('GET /overview')
const run = async (body: { pipelineId: string; kind: string }) =>
  (await world.people.manager.call('POST /imports', { body })).importId
const runAll = async (pipelineId: string) =>
  (await world.people.manager.call('POST /imports/runAllImport', { body: { pipelineId } })).imports.map(
    ({ importId }) => importId,
  )

async function insertWorker(slots: number, { silentFor = '0 seconds' } = {}): Promise<string> {
  const id = newId()
  const values = { id, host: freshName('host'), pid: 7, slots, used: 1, started_at: new Date() }
  await world.platform.db
    .insertInto('workers')
    .values({ ...values, seen_at: sql`now() - ${silentFor}::interval` })
    .execute()
  return id
}

it('is empty where there is nothing, and knows the space that is left', async () => {
  const overview = await read()
  expect(overviewCalls['GET /overview'].reply.parse(overview)).toEqual(overview)
  const none = { count: 0, few: [] }
  expect(overview).toMatchObject({
    pause: null,
    ...{ running: none, waiting: none, failed: none, validating: 0, invalid: none, plans: none, workers: [] },
    mails: { waiting: 0, failing: 0, lastError: null, lost: none },
    ...{ demoPasswords: [], disk: { minFreeBytes: 1024 ** 3 } },
  })
  expect(overview.disk.freeBytes).toBeGreaterThan(0)
})

describe('imports', () => {
  it('wait for a worker, for the one before them in their chain, for a place, or for nothing', async () => {
    const { master, countries } = await makeReady(world, { countries: 2 })
    const names = countries.map(({ name }) => name).toSorted()
    const [first = '', second = ''] = await runAll(master._id)
    const whyOf = async () => Object.fromEntries((await read()).waiting.few.map((one) => [one._id, one.why]))
    expect(await whyOf()).toEqual({ [first]: 'no worker', [second]: 'no worker' })
    await insertWorker(1, { silentFor: '1 minute' })
    expect(await whyOf(), 'a worker that is silent runs nothing').toEqual({
      [first]: 'no worker',
      [second]: 'no worker',
    })
    await insertWorker(1)
    expect((await read()).waiting).toMatchObject({
      count: 2,
      few: [
        { _id: first, why: 'start', behind: null, pipeline: { name: names[0], version: 1 } },
        { _id: second, why: 'turn', behind: { _id: first, pipelineName: names[0] } },
      ],
    })
    await setState(world, first, 'progress')
    const other = await run({ pipelineId: (await makeReady(world)).pipelineId, kind: 'immediate' })
    expect(await whyOf()).toEqual({ [second]: 'turn', [other]: 'places' })
    const { running } = await read()
    expect(running).toMatchObject({ count: 1, few: [{ _id: first, state: 'progress', attempt: 0 }] })
  })

  it('wait for their pipeline, whatever else is free', async () => {
    const { master, pipelineId } = await makeReady(world)
    const [waiting = ''] = await runAll(master._id)
    const now = await run({ pipelineId, kind: 'immediate' })
    await insertWorker(4)
    expect((await read()).waiting.few).toMatchObject([
      { _id: waiting, why: 'pipeline', behind: { _id: now } },
      { _id: now, why: 'start' },
    ])
  })

  it('that failed within the last day are told with their reason, the last first; those of plans to come do not wait', async () => {
    const { db } = world.platform
    const ids = []
    for (const [hours, problem] of [
      [30, 'too old'],
      [3, 'first'],
      [1, 'second'],
    ] as const) {
      const id = await run({ pipelineId: (await makeReady(world)).pipelineId, kind: 'immediate' })
      const ended_at = new Date(Date.now() - hours * 3_600_000)
      await db.updateTable('imports').set({ state: 'failed', problem, ended_at }).where('id', '=', id).execute()
      ids.push(id)
    }
    const { failed, waiting } = await read()
    expect(failed.count).toBe(2)
    expect(failed.few.map(({ _id, problem }) => [_id, problem])).toEqual([
      [ids[2], 'second'],
      [ids[1], 'first'],
    ])
    expect(waiting.count).toBe(0)
  })

  it('that are planned come soonest first', async () => {
    const [far, near] = [await makeReady(world), await makeReady(world)]
    await run({ pipelineId: far.pipelineId, ...later })
    await run({ pipelineId: near.pipelineId, ...weekly })
    const { plans, waiting } = await read()
    expect(plans.few.map(({ pipeline }) => pipeline.name)).toEqual([near.country.name, far.country.name])
    expect([plans.count, waiting.count]).toEqual([2, 0])
  })
})

describe('files', () => {
  const setStatus = (id: string, set: { status?: 'invalid' | 'validating'; enabled?: boolean }) =>
    world.platform.db.updateTable('uploads').set(set).where('id', '=', id).execute()
  const invalid = async () => (await read()).invalid.few.map(({ _id }) => _id)

  it('are told while they are the last of their source, switched on and invalid', async () => {
    const { pipelineId, country } = await makeReady(world)
    const documentId = await documentOf(world, pipelineId)
    const bad = await insertValidUpload(world, documentId)
    expect(await invalid()).toEqual([])
    await setStatus(bad, { status: 'invalid' })
    expect((await read()).invalid).toMatchObject({
      count: 1,
      few: [
        {
          _id: bad,
          dataSubKind: 'rows',
          originalFilename: 'rows.csv',
          pipeline: { _id: pipelineId, name: country.name },
        },
      ],
    })
    const better = await insertValidUpload(world, documentId)
    expect(await invalid()).toEqual([])
    await setStatus(better, { enabled: false })
    expect(await invalid()).toEqual([bad])
    await setStatus(bad, { enabled: false })
    expect(await invalid()).toEqual([])
    await setStatus(better, { status: 'validating' })
    expect((await read()).validating).toBe(1)
  })
})

describe('workers', () => {
  it('tell of themselves while they run, and that they have gone', async () => {
    let used = 0
    const heartbeat = await startWorkerHeartbeat(world.platform, () => used)
    const { workers } = await read()
    const slots = world.platform.settings.workers
    expect(workers).toMatchObject([{ pid: process.pid, alive: true, slots, used: 0 }])
    used = 2
    await until('the next heartbeat', async () => (await read()).workers[0]?.used === 2)
    await heartbeat.stop()
    expect((await read()).workers).toEqual([])
  })

  it('that were killed are shown as silent, after those that are alive, and use no place', async () => {
    const [dead, alive] = [await insertWorker(2, { silentFor: '1 hour' }), await insertWorker(3)]
    expect((await read()).workers.map((one) => [one._id, one.alive, one.used])).toEqual([
      [alive, true, 1],
      [dead, false, 0],
    ])
    await insertWorker(2, { silentFor: '2 days' })
    await (await startWorkerHeartbeat(world.platform, () => 0)).stop()
    expect((await read()).workers).toHaveLength(2)
  })
})

it('tells of mails that wait, why they do, and of those that were given up', async () => {
  const { db } = world.platform
  const expires_at = new Date(Date.now() + 3_600_000)
  const mail = { occasion: 'welcome', content: 'v1.sealed', expires_at }
  await db
    .insertInto('mails')
    .values([
      { ...mail, id: newId(), created_at: new Date(1000), last_error: 'older' },
      { ...mail, id: newId(), created_at: new Date(2000), last_error: 'connect ECONNREFUSED' },
      { ...mail, id: newId() },
    ])
    .execute()
  const lost = { occasion: 'reset', reason: '550 no such user' }
  await db
    .insertInto('lost_mails')
    .values([
      { ...lost, id: newId(), at: new Date() },
      { ...lost, id: newId(), at: new Date(Date.now() - 8 * 24 * 3_600_000) },
    ])
    .execute()
  expect((await read()).mails).toEqual({
    ...{ waiting: 3, failing: 2, lastError: 'connect ECONNREFUSED' },
    lost: { count: 1, few: [{ ...lost, at: expect.any(String) }] },
  })
})

it('names demo people whose password everybody knows, until it is another one or they are switched off', async () => {
  const { db } = world.platform
  const { userId } = await makeUser(db)
  const set = (values: { user_name?: string; is_active?: boolean; password_hash?: string | null }) =>
    db.updateTable('users').set(values).where('id', '=', userId).execute()
  expect((await read()).demoPasswords).toEqual([])
  await set({ user_name: 'dana.dealer' })
  expect((await read()).demoPasswords).toEqual(['dana.dealer'])
  await set({ is_active: false })
  expect((await read()).demoPasswords).toEqual([])
  await set({ is_active: true, password_hash: await hashPassword('Another-pass-2', { memory: 64, passes: 1 }) })
  expect((await read()).demoPasswords).toEqual([])
})

it('answers nobody but a super-admin', async () => {
  for (const role of ['user', 'manager', 'admin'] as const) {
    expect(await world.people[role].ask('GET /overview')).toEqual({
      ...{ code: 40300, message: 'You are not allowed to do this.', data: null },
    })
  }
})
