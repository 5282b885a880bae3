import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld } from '../imports.fixtures.ts'
import { later, makeReady, weekly } from './planning.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const sam = () => world.people['super-admin']

/** A locked family with a plan of the country and one of the master over it, and a newer data model. */
async function planned() {
  const family = await makeReady(world)
  const { master, country, schema } = family
  await world.versions.lock(sam(), 'pipeline', { id: master._id, force: true, country: true })
  const own = await sam().call('POST /imports', { body: { pipelineId: country._id, ...weekly } })
  const ofMaster = await sam().call('POST /imports', {
    body: { pipelineId: master._id, listPipelines: [country._id], ...later },
  })
  const next = await world.versions.createNew(sam(), 'schema', { id: schema._id })
  await world.versions.lock(sam(), 'schema', { id: next._id })
  return { ...family, own, ofMaster }
}
const compute = (id: string) => sam().call('POST /pipelines/version/compute', { body: { id } })
const update = (update_data: Awaited<ReturnType<typeof compute>>) =>
  sam().call('POST /pipelines/version/update', { body: { update_data } })
const jobOf = (id: string) =>
  world.platform.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const runsOf = async (jobId: string) =>
  (await world.platform.db.selectFrom('imports').select('version_id').where('job_id', '=', jobId).execute()).map(
    (row) => row.version_id,
  )

it('VER-027/api VER-029/api VER-033/api shows plans tied to old versions at their pipelines, and moves them with their imports', async () => {
  const { master, country, own, ofMaster } = await planned()
  const preview = await compute(master._id)
  expect(preview).toMatchObject({
    updatePendings: true,
    pendings: { scheduled: [{ _id: ofMaster.jobId, pipelineId: master._id }], repeatable: [] },
    pipelines: [{ pendings: { scheduled: [], repeatable: [{ _id: own.jobId, pipelineId: country._id }] } }],
  })
  const done = await update(preview)
  const [fresh, follower] = [done.new?._id, done.pipelines[0]?.new?._id]
  expect(await jobOf(ofMaster.jobId)).toMatchObject({ version_id: fresh, list_pipelines: [follower] })
  expect(await jobOf(own.jobId)).toMatchObject({ version_id: follower })
  expect([await runsOf(ofMaster.jobId), await runsOf(own.jobId)]).toEqual([[follower], [follower]])
  const list = await sam().call('GET /imports/listScheduled')
  expect(list.scheduled.find(({ _id }) => _id === ofMaster.jobId)?.pipelineId).toBe(fresh)
})

it('VER-033/api leaves plans alone when they were unchecked; they can be moved later, without a new version', async () => {
  const { master, country, own, ofMaster } = await planned()
  const done = await update({ ...(await compute(master._id)), updatePendings: false })
  expect(await jobOf(ofMaster.jobId)).toMatchObject({ version_id: master._id, list_pipelines: [country._id] })
  expect(await runsOf(own.jobId)).toEqual([country._id])
  const fresh = done.new?._id ?? ''
  await sam().call('POST /pipelines/version/lock', { body: { id: fresh, force: true, country: true } })
  const preview = await compute(fresh)
  expect(preview).toMatchObject({ update: false, updatePendings: true, pipelines: [{ update: false }] })
  expect((await update(preview)).new).toMatchObject({ _id: fresh, version: 2 })
  expect(await jobOf(ofMaster.jobId)).toMatchObject({ version_id: fresh })
  expect(await runsOf(own.jobId)).toEqual([done.pipelines[0]?.new?._id])
})

it('VER-013/api a plan made since the preview is not moved unseen', async () => {
  const { master, own } = await planned()
  await sam().call('DELETE /imports/job', { query: { jobId: own.jobId } })
  const preview = await compute(master._id)
  await sam().call('POST /imports', { body: { pipelineId: preview.pipelines[0]?.old._id ?? '', ...weekly } })
  const asked = await sam().ask('POST /pipelines/version/update', { body: { update_data: preview } })
  expect(asked).toMatchObject({ code: 40900, message: 'The preview is out of date, please compute it again' })
})

it('an import that was released runs what it was planned with', async () => {
  const { master, country, own } = await planned()
  const { db } = world.platform
  const run = await db.selectFrom('imports').selectAll().where('job_id', '=', own.jobId).executeTakeFirstOrThrow()
  await db
    .insertInto('schedule_runs')
    .values({ job_id: own.jobId, due_at: run.scheduled_at, outcome: 'waiting' })
    .execute()
  await update(await compute(master._id))
  expect(await runsOf(own.jobId)).toEqual([country._id])
  expect((await jobOf(own.jobId)).version_id).not.toBe(country._id)
})
