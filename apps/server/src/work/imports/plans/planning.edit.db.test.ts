import type { JobStart } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld } from '../imports.fixtures.ts'
import { answers, later, makeReady, setState, stored, weekly } from './planning.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const manager = () => world.people.manager
const edit = (body: JobStart & { jobId: string }) => manager().ask('POST /imports/job', { body })
const current = (pipelineId: string) => manager().call('GET /imports/job', { query: { pipelineId } })
async function planned(body: JobStart = later) {
  const family = await makeReady(world)
  const made = await manager().call('POST /imports', { body: { pipelineId: family.pipelineId, ...body } })
  return { ...family, ...made }
}

describe('POST /imports/job', () => {
  it('API-038/api IMP-008/api replaces the pending import; the job stays', async () => {
    const { pipelineId, jobId, importId } = await planned()
    const { data } = await edit({ jobId, pipelineId, ...weekly, restartOnError: true })
    expect(data).toEqual({ jobId, importId: expect.any(String) })
    expect(data?.importId).not.toBe(importId)
    const { imp, job } = await current(pipelineId)
    expect(imp).toMatchObject({ _id: data?.importId, jobId, state: 'pending' })
    expect(job).toMatchObject({
      _id: jobId,
      kind: 'repeat',
      repeatPattern: '15 6 * * 1',
      scheduledAt: null,
      scheduledDate: null,
      scheduledTime: null,
      nextImport: { _id: data?.importId, scheduledAt: imp?.scheduledAt },
    })
    const { imports, audit, job: row } = await stored(world, jobId)
    expect(imports.map(({ id, kind }) => [id, kind])).toEqual([[data?.importId, 'repeat']])
    expect(row?.next_due_at?.toISOString()).toBe(imp?.scheduledAt)
    expect(audit.map((entry) => entry.action)).toEqual(['create', 'save'])
    expect(audit[1]).toMatchObject({
      user_name: manager().userName,
      before: { kind: 'scheduled', scheduledDate: '2099-12-01', repeatPattern: null },
      after: { kind: 'repeat', scheduledDate: null, repeatPattern: '15 6 * * 1' },
    })
  })

  it('who edits is who planned it from now on, role user included', async () => {
    const { pipelineId, jobId } = await planned(weekly)
    const user = world.people.user
    await user.call('POST /imports/job', { body: { jobId, pipelineId, ...later } })
    const { imp, job } = await current(pipelineId)
    expect([imp?.user.userName, job?.scheduledBy.userName]).toEqual([user.userName, user.userName])
  })

  it('IMP-034/api switched to immediate the plan goes and the import starts now', async () => {
    const { pipelineId, jobId, importId } = await planned()
    const { data } = await edit({ jobId, pipelineId, kind: 'immediate' })
    expect(data?.jobId).not.toBe(jobId)
    const { imp, job } = await current(pipelineId)
    expect(imp).toMatchObject({ _id: data?.importId, state: 'pending', jobId: data?.jobId })
    expect(job).toMatchObject({ _id: data?.jobId, kind: 'immediate' })
    const before = await stored(world, jobId)
    expect(before.imports).toEqual([])
    expect(before.job?.ended_at).not.toBeNull()
    expect(before.audit.at(-1)).toMatchObject({ action: 'delete', before: { kind: 'scheduled' }, after: null })
    expect(await world.platform.db.selectFrom('imports').select('id').where('id', '=', importId).execute()).toEqual([])
    expect(await edit({ jobId, pipelineId, ...later })).toEqual(answers.unknown)
  })

  it('IMP-034/api a switch that is refused leaves the plan as it was', async () => {
    const { pipelineId, jobId, importId } = await planned()
    await world.platform.db.updateTable('uploads').set({ status: 'invalid' }).execute()
    expect(await edit({ jobId, pipelineId, kind: 'immediate' })).toEqual(answers.notReady)
    expect(await edit({ jobId, pipelineId, ...weekly })).toEqual(answers.notReady)
    await world.platform.db.updateTable('uploads').set({ status: 'valid' }).execute()
    expect(await current(pipelineId)).toMatchObject({ imp: { _id: importId }, job: { _id: jobId, kind: 'scheduled' } })
  })

  it('what the payload leaves out stays as it was: pipeline, list, zone', async () => {
    const { master, countries } = await makeReady(world, { countries: 2 })
    const second = countries[1]?._id ?? ''
    const body = { pipelineId: master._id, listPipelines: [second], ...later }
    const { jobId } = await manager().call('POST /imports', { body })
    await world.platform.db.updateTable('jobs').set({ time_zone: 'Asia/Kolkata' }).where('id', '=', jobId).execute()
    await manager().call('POST /imports/job', { body: { jobId, ...later, scheduledTime: '07:15' } })
    const { job, imports } = await stored(world, jobId)
    expect(job).toMatchObject({ version_id: master._id, list_pipelines: [second], time_zone: 'Asia/Kolkata' })
    expect(imports.map((row) => [row.version_id, row.scheduled_at.toISOString()])).toEqual([
      [second, '2099-12-01T01:45:00.000Z'],
    ])
    const all = await manager().call('POST /imports/job', { body: { jobId, pipelineId: master._id, ...weekly } })
    expect(all.imports).toHaveLength(2)
    expect((await stored(world, jobId)).imports.map((row) => row.version_id)).toEqual(countries.map(({ _id }) => _id))
  })

  it('the plan of a master switched to immediate starts the chain', async () => {
    const { master } = await makeReady(world, { countries: 2 })
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId: master._id, ...weekly } })
    const { data } = await edit({ jobId, pipelineId: master._id, kind: 'immediate' })
    expect(data?.imports).toHaveLength(2)
    const chain = await stored(world, data?.jobId ?? '')
    expect(chain.imports.map((row) => row.state)).toEqual(['sequential', 'sequential'])
    expect((await stored(world, jobId)).imports).toEqual([])
  })

  it('a later run waits for an earlier one of the same plan: positions go on', async () => {
    const { pipelineId, jobId, importId } = await planned(weekly)
    await setState(world, importId, 'completed')
    await edit({ jobId, pipelineId, ...later })
    expect((await stored(world, jobId)).imports.map((row) => row.position)).toEqual([0, 1])
  })
})

describe('POST /imports/job refuses', () => {
  it.each(['busy', 'progress'] as const)('IMP-037/api IMP-038/api while its import is %s', async (state) => {
    const { pipelineId, jobId, importId } = await planned(weekly)
    await setState(world, importId, state)
    for (const time of [later, weekly, { kind: 'immediate' }]) {
      expect(await edit({ jobId, pipelineId, ...time })).toEqual(answers.editWhileRunning)
    }
    expect((await stored(world, jobId)).imports.map((row) => row.id)).toEqual([importId])
  })

  it('IMP-037/api IMP-038/api IMP-039/api while another import of the pipeline runs or an immediate one is pending', async () => {
    const { pipelineId, jobId } = await planned()
    const { data } = await manager().ask('POST /imports', { body: { pipelineId, kind: 'sequential' } })
    const importId = data?.importId ?? ''
    await setState(world, importId, 'progress')
    expect(await edit({ jobId, pipelineId, ...weekly })).toEqual(answers.editWhileRunning)
    const immediate = { kind: 'immediate' as const, state: 'pending' as const }
    await world.platform.db.updateTable('imports').set(immediate).where('id', '=', importId).execute()
    expect(await edit({ jobId, pipelineId, ...weekly })).toEqual(answers.editWhilePending)
    expect(await edit({ jobId, pipelineId, kind: 'immediate' })).toEqual(answers.editWhilePending)
  })

  it('IMP-038/api IMP-039/api an immediate job while it waits and while it runs', async () => {
    const { pipelineId } = await makeReady(world)
    const { jobId, importId } = await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
    expect(await edit({ jobId, pipelineId, ...later })).toEqual(answers.editWhilePending)
    await setState(world, importId, 'busy')
    expect(await edit({ jobId, pipelineId, ...later })).toEqual(answers.editWhileRunning)
  })

  it('IMP-038/api the plan of a master while its chain runs', async () => {
    const { master } = await makeReady(world, { countries: 2 })
    const made = await manager().call('POST /imports', { body: { pipelineId: master._id, ...weekly } })
    const [first, second] = made.imports ?? []
    await setState(world, first?.importId ?? '', 'completed')
    await setState(world, second?.importId ?? '', 'sequential')
    expect(await edit({ jobId: made.jobId, pipelineId: master._id, ...later })).toEqual(answers.editWhileRunning)
  })

  it('ERR-022/api unknown jobs, jobs of pipelines not seen, and the pipeline of another', async () => {
    const { pipelineId, jobId } = await planned()
    const { pipelineId: other } = await planned()
    expect(await edit({ jobId: 'x', pipelineId, ...later })).toEqual(answers.unknown)
    expect(await edit({ jobId, pipelineId: other, ...later })).toEqual(answers.unknown)
    await world.platform.db.deleteFrom('user_pipelines').execute()
    expect(await world.people.user.ask('POST /imports/job', { body: { jobId, pipelineId, ...later } })).toEqual(
      answers.unknown,
    )
  })
})
