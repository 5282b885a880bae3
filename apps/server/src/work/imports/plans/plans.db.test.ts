import type { JobStart, Role } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld } from '../imports.fixtures.ts'
import { makeBadge } from '../../../test-support/factories.ts'
import { firePlan } from './firing.ts'
import { answers, documentOf, later, makeReady, setState, stored, weekly } from './planning.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const manager = () => world.people.manager
const everybody = ['user', 'manager', 'admin', 'super-admin'] satisfies Role[]
async function planned(body: JobStart = later) {
  const family = await makeReady(world)
  const made = await manager().call('POST /imports', { body: { pipelineId: family.pipelineId, ...body } })
  return { ...family, ...made }
}
const hide = async (pipelineId: string) =>
  world.platform.db
    .updateTable('documents')
    .set({ read_rule: JSON.stringify([[await makeBadge(world.platform.db)]]) })
    .where('id', '=', await documentOf(world, pipelineId))
    .execute()
const deleteJob = (jobId: string, role: Role = 'manager') =>
  world.people[role].ask('DELETE /imports/job', { query: { jobId } })
const cancel = (importId: string, role: Role = 'manager') =>
  world.people[role].ask('DELETE /imports', { query: { importId } })
const done = { code: 20000, message: 'ok', data: null }

describe('GET /imports/listScheduled', () => {
  it('API-039/api JOB-005/api PRM-002/api lists plans the caller sees, soonest first, to admin and super-admin', async () => {
    const second = await planned(later)
    const first = await planned({ ...later, scheduledTime: '06:00' })
    const monthly = await planned({ kind: 'repeat', repeatPattern: '15 6 1 * *' })
    const often = await planned({ kind: 'repeat', repeatPattern: 'M 15' })
    const hidden = await planned(weekly)
    await hide(hidden.pipelineId)
    const over = await planned()
    await deleteJob(over.jobId)
    await manager().call('POST /imports', { body: { pipelineId: over.pipelineId, kind: 'immediate' } })
    const list = await world.people.admin.call('GET /imports/listScheduled')
    expect(list.scheduled.map((job) => job._id)).toEqual([first.jobId, second.jobId])
    expect(list.repeatable.map((job) => job._id)).toEqual([often.jobId, monthly.jobId])
    expect(list.scheduled[1]).toMatchObject({
      _id: second.jobId,
      jobKind: 'scheduled',
      kind: 'scheduled',
      pipelineId: second.pipelineId,
      pipeline: { _id: second.pipelineId },
      scheduledBy: { userName: manager().userName },
      lastExecuted: null,
      nextImport: { _id: second.importId, scheduledAt: '2099-12-01T05:15:00.000Z' },
    })
    const all = await world.people['super-admin'].call('GET /imports/listScheduled')
    expect(all.repeatable.map((job) => job._id)).toEqual(
      [often.jobId, hidden.jobId, monthly.jobId].toSorted(bySoonest(all)),
    )
    for (const role of ['user', 'manager'] satisfies Role[]) {
      expect(await world.people[role].ask('GET /imports/listScheduled')).toEqual(answers.forbidden)
    }
  })
})

/** Weekly and monthly change places within a month. */
const bySoonest =
  ({ repeatable }: { repeatable: { _id: string; nextImport: { scheduledAt: string } | null }[] }) =>
  (a: string, b: string): number => {
    const at = (id: string) => repeatable.find((job) => job._id === id)?.nextImport?.scheduledAt ?? ''
    return at(a).localeCompare(at(b))
  }

describe('DELETE /imports/job', () => {
  it.each(everybody)('API-041/api JOB-004/api PRM-002/api %s ends a plan of a pipeline they see', async (role) => {
    const { jobId, importId, pipelineId } = await planned(weekly)
    expect(await deleteJob(jobId, role)).toEqual(done)
    const { job, imports, audit } = await stored(world, jobId)
    expect(job?.ended_at).not.toBeNull()
    expect(job?.next_due_at).toBeNull()
    expect(imports.map((row) => row.id)).not.toContain(importId)
    expect(audit.at(-1)).toMatchObject({
      user_id: world.people[role].userId,
      action: 'delete',
      before: { kind: 'repeat', repeatPattern: '15 6 * * 1' },
      after: null,
    })
    expect(await manager().call('GET /imports/job', { query: { pipelineId } })).toEqual({ imp: null, job: null })
    expect(await deleteJob(jobId, role)).toEqual(answers.unknown)
    // The pipeline may be planned again.
    await manager().call('POST /imports', { body: { pipelineId, ...later } })
  })

  it.each(['user', 'manager', 'admin'] satisfies Role[])(
    '%s does not find one of a pipeline not seen',
    async (role) => {
      const { jobId, pipelineId } = await planned()
      await hide(pipelineId)
      expect(await deleteJob(jobId, role)).toEqual(answers.unknown)
      expect((await stored(world, jobId)).imports).toHaveLength(1)
      expect(await deleteJob(jobId, 'super-admin')).toEqual(done)
    },
  )

  it('API-041/api not an immediate job or a chain under way, nor a Later one that runs', async () => {
    const { pipelineId, master } = await makeReady(world)
    const now = await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
    expect(await deleteJob(now.jobId)).toEqual(answers.deleteRunning)
    await setState(world, now.importId, 'progress')
    expect(await deleteJob(now.jobId)).toEqual(answers.deleteRunning)
    await setState(world, now.importId, 'completed')
    const chain = await manager().call('POST /imports/runAllImport', { body: { pipelineId: master._id } })
    expect(await deleteJob(chain.jobId)).toEqual(answers.deleteRunning)
    const once = await planned()
    await setState(world, once.importId, 'busy')
    expect(await deleteJob(once.jobId)).toEqual(answers.deleteRunning)
    expect((await stored(world, once.jobId)).job?.ended_at).toBeNull()
  })

  it('a repeat ends while one of its imports runs, which goes on', async () => {
    const { jobId, importId, pipelineId } = await planned(weekly)
    await setState(world, importId, 'progress')
    expect(await deleteJob(jobId)).toEqual(done)
    expect(await manager().call('GET /imports/job', { query: { pipelineId } })).toMatchObject({
      imp: { _id: importId, state: 'progress' },
      job: null,
    })
  })

  it('of a repeat the next due time is shown, not that of a run which waits for the pipeline', async () => {
    const { jobId, pipelineId } = await planned({ kind: 'repeat', repeatPattern: '15 6 * * *' })
    const { job } = await manager().call('GET /imports/job', { query: { pipelineId } })
    const dueAt = new Date(job?.nextImport?.scheduledAt ?? '')
    const chain = await manager().call('POST /imports', { body: { pipelineId, kind: 'sequential' } })
    await setState(world, chain.importId, 'progress')
    expect(await firePlan({ ...world.platform, now: () => dueAt }, jobId)).toMatchObject({ outcome: 'waiting' })
    const { repeatable } = await world.people.admin.call('GET /imports/listScheduled')
    const shown = repeatable.find(({ _id }) => _id === jobId)
    expect(Date.parse(shown?.nextImport?.scheduledAt ?? '')).toBeGreaterThan(dueAt.getTime())
    expect(shown?.lastExecuted).toBe(dueAt.toISOString())
    expect(await deleteJob(jobId)).toEqual(done)
    // What waits for the pipeline has not begun and goes, too.
    expect((await stored(world, jobId)).imports).toEqual([])
  })

  it('takes every pending import of a master with it', async () => {
    const { master } = await makeReady(world, { countries: 3 })
    const { jobId } = await manager().call('POST /imports', { body: { pipelineId: master._id, ...weekly } })
    expect(await deleteJob(jobId, 'admin')).toEqual(done)
    expect((await stored(world, jobId)).imports).toEqual([])
  })
})

describe('DELETE /imports', () => {
  it.each(['user', 'manager', 'super-admin'] satisfies Role[])(
    'API-042/api IMP-035/api %s cancels a Later or Repeat import, and the plan with it',
    async (role) => {
      for (const body of [later, weekly]) {
        const { jobId, importId } = await planned(body)
        expect(await cancel(importId, role)).toEqual(done)
        const { job, imports, audit } = await stored(world, jobId)
        expect(job?.ended_at).not.toBeNull()
        expect(imports).toEqual([])
        expect(audit.at(-1)).toMatchObject({ user_id: world.people[role].userId, action: 'delete', after: null })
        expect(await cancel(importId, role)).toEqual(answers.unknown)
      }
    },
  )

  it('API-042/api IMP-034/api an immediate import that has not begun', async () => {
    const { pipelineId } = await makeReady(world)
    const { jobId, importId } = await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
    expect(await cancel(importId)).toEqual(done)
    const { job, imports, audit } = await stored(world, jobId)
    expect([job?.ended_at === null, imports.length]).toEqual([false, 0])
    expect(audit).toEqual([expect.objectContaining({ action: 'delete', user_id: manager().userId })])
    await manager().call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
  })

  it.each(['busy', 'progress', 'sequential'] as const)('API-042/api not one that is %s', async (state) => {
    const { importId, jobId } = await planned()
    await setState(world, importId, state)
    expect(await cancel(importId)).toEqual(answers.deleteRunning)
    expect((await stored(world, jobId)).imports).toHaveLength(1)
  })

  it('API-042/api not one that has ended', async () => {
    const { importId } = await planned()
    await setState(world, importId, 'completed')
    expect(await cancel(importId)).toEqual(answers.deleteFinished)
  })

  it('ERR-022/api unknown ones, those not seen, and none by an admin', async () => {
    const { importId, pipelineId } = await planned()
    expect(await cancel('x')).toEqual(answers.unknown)
    expect(await cancel(importId, 'admin')).toEqual(answers.forbidden)
    await hide(pipelineId)
    expect(await cancel(importId)).toEqual(answers.unknown)
    expect(await cancel(importId, 'super-admin')).toEqual(done)
  })

  it('one import of a master ends its plan; who does not see the master cannot', async () => {
    const { master } = await makeReady(world, { countries: 2 })
    const made = await manager().call('POST /imports', { body: { pipelineId: master._id, ...weekly } })
    await hide(master._id)
    const importId = made.imports?.[1]?.importId ?? ''
    expect(await cancel(importId)).toEqual(answers.unknown)
    expect(await cancel(importId, 'super-admin')).toEqual(done)
    expect((await stored(world, made.jobId)).imports).toEqual([])
  })
})
