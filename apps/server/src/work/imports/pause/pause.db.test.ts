import { setTimeout as sleep } from 'node:timers/promises'
import { describePause } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, openApp } from '../../../entry/app.ts'
import { createPgBossQueue } from '../../../platform/queue/pg-boss-queue.ts'
import {
  csv,
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  send,
  sendFile,
  until,
} from '../imports.fixtures.ts'
import { queueFiring } from '../plans/firing.ts'
import { dueIn, makePlan, readHistory } from '../plans/firing.fixtures.ts'
import { setState } from '../plans/planning.fixtures.ts'
import { takeImport } from '../runs/runs.repository.ts'

const reason = 'The warehouse moves.'
const told = describePause(reason)
/** Longer than workers need to look for imports that nobody runs. */
const longEnoughMs = 6000

let world: ImportWorld
let app: App
beforeAll(async () => {
  world = await makeImportWorld()
  app = world.app
})
afterAll(async () => {
  await app.close(5000)
  await world.platform.close()
})

/** Stops the server and starts another one on the same database. @returns where it listens */
async function restart(): Promise<string> {
  await app.close(5000)
  const { platform } = world
  const queue = createPgBossQueue({ url: platform.databaseUrl, log: platform.log })
  await queue.start()
  const parts = { api: true, worker: true, realtime: false }
  app = await openApp({ ...platform, queue }, { databaseUrl: platform.databaseUrl, parts, checkReplies: true })
  return `http://127.0.0.1:${await app.listen('127.0.0.1', 0)}`
}

const sam = () => world.people['super-admin']
const pause = () => sam().call('POST /imports/pause', { body: { reason } })
const audit = () =>
  world.platform.db
    .selectFrom('audit')
    .select(['action', 'user_name'])
    .where('object_id', '=', 'all')
    .orderBy('id')
    .execute()
const importOf = (id: string) =>
  world.platform.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
async function makeWithFile(): Promise<string> {
  const { country } = await makePipelines(world)
  await sendFile(world.people.manager, country._id, 'rows', csv(3))
  return country._id
}
const startOf = async (pipelineId: string) =>
  (await world.people.manager.call('POST /imports', { body: { pipelineId, kind: 'immediate' } })).importId
const logOf = async (id: string) =>
  (await world.people.manager.call('GET /logs/jobs', { query: { id } })).map(
    ({ level, message }) => `${level}: ${message}`,
  )

describe('a pause', () => {
  it('is refused without a reason, and is nobody else\u2019s than a super-admin\u2019s', async () => {
    for (const blank of ['', '  ', 'x'.repeat(201)]) {
      expect(await sam().ask('POST /imports/pause', { body: { reason: blank } })).toMatchObject({ code: 40000 })
    }
    for (const role of ['user', 'manager', 'admin'] as const) {
      expect(await world.people[role].ask('POST /imports/pause', { body: { reason } })).toMatchObject({ code: 40300 })
      expect(await world.people[role].ask('DELETE /imports/pause')).toMatchObject({ code: 40300 })
    }
    expect((await sam().call('GET /overview')).pause).toBeNull()
    expect(await audit()).toEqual([])
  })

  it('leaves alone what has begun, takes another reason, and can be ended twice', async () => {
    const { db, now } = { db: world.platform.db, now: new Date() }
    const since = (await pause()).since
    const importId = await startOf(await makeWithFile())
    expect(await takeImport(db, importId, now)).toBeNull()
    await setState(world, importId, 'progress')
    // A worker that looks for imports nobody runs may have taken it a moment before.
    await takeImport(db, importId, now)
    expect((await importOf(importId)).attempt).toBeGreaterThanOrEqual(1)
    const again = await sam().call('POST /imports/pause', { body: { reason: ' Another one ' } })
    expect(again).toEqual({ since, reason: 'Another one', userName: sam().userName })
    await sam().call('DELETE /imports/pause')
    await sam().call('DELETE /imports/pause')
    expect((await audit()).map(({ action }) => action)).toEqual(['pause', 'pause', 'resume'])
    await ended(world, importId)
  })

  it('holds a start and a plan that comes due, over a restart too, and both run once it is over', async () => {
    const pipelineId = await makeWithFile()
    const { jobId } = await makePlan(
      world,
      { kind: 'repeat', repeatPattern: 'M 15' },
      { madeAt: dueIn(3000), content: csv(3) },
    )
    const { since } = await pause()
    await queueFiring(world.platform.db, world.platform.queue, jobId)
    const started = await startOf(pipelineId)
    const planned = await until('the firing of the plan', async () => {
      const { runs, imports } = await readHistory(world, jobId)
      return runs.length > 0 && imports[0]?.id
    })
    const asked = await world.people.manager.call('GET /imports/job', { query: { pipelineId } })
    expect(asked).toMatchObject({ imp: { _id: started, state: 'pending' }, pause: { since, reason } })
    for (const id of [started, planned]) expect(await logOf(id)).toEqual([`warn: ${told}`])
    const { waiting, pause: shown } = await sam().call('GET /overview')
    expect(shown).toEqual({ since, reason, userName: sam().userName })
    expect(waiting.few.map(({ _id, why }) => [_id, why]).toSorted()).toEqual(
      [
        [started, 'paused'],
        [planned, 'paused'],
      ].toSorted(),
    )

    const url = await restart()
    await sleep(longEnoughMs)
    for (const id of [started, planned]) {
      expect(await importOf(id)).toMatchObject({ state: 'pending', attempt: 0, started_at: null })
    }

    expect(await send(url, 'DELETE /imports/pause', {}, sam().token)).toMatchObject({ code: 20000 })
    for (const id of [started, planned]) {
      expect(await ended(world, id)).toMatchObject({ state: 'completed', success: true, attempt: 1 })
    }
    const after = await send(url, 'GET /imports/job', { query: { pipelineId } }, world.people.manager.token)
    expect(after.data).not.toHaveProperty('pause')
  })
})
