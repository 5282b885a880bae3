import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, ended, type ImportWorld, makeImportWorld, until } from '../imports.fixtures.ts'
import { createPgBossQueue } from '../../../platform/queue/pg-boss-queue.ts'
import { queueFiring, fireQueue } from './firing.ts'
import { createClockedPlatform, dueIn, readHistory, makePlan } from './firing.fixtures.ts'
import { startScheduler } from './scheduler.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const quarter = { kind: 'repeat', repeatPattern: 'M 15' } as const
const arm = (jobId: string) => queueFiring(world.platform.db, world.platform.queue, jobId)
const firings = async (jobId: string) => {
  const { rows } = await world.platform.db.executeQuery<{ state: string }>({
    sql: `select state from pgboss.job where name = $1 and data->>'jobId' = $2 order by created_on`,
    parameters: [fireQueue, jobId],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'firings' },
  })
  return rows.map((row) => row.state)
}
/** The first import of the plan, once it ended. */
const endOf = async (jobId: string) => {
  const importId = await until('a run', async () => {
    const { runs, imports } = await readHistory(world, jobId)
    return runs.length > 0 && imports[0]?.id
  })
  return ended(world, importId)
}

describe('IMP-048/engine with the real clock and queue', () => {
  it('a repeat starts by itself when it is due, and its next run is queued', async () => {
    const { jobId, dueAt } = await makePlan(world, quarter, { madeAt: dueIn(4000), content: csv(3) })
    await arm(jobId)
    const row = await endOf(jobId)
    expect(row).toMatchObject({ state: 'completed', success: true, scheduled_at: dueAt, attempt: 1 })
    expect(row.started_at?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime())
    const { runs, states } = await readHistory(world, jobId)
    expect(runs).toEqual([[dueAt.toISOString(), 'run']])
    const nextAt = new Date(dueAt.getTime() + 15 * 60_000)
    expect(states.at(-1)).toEqual([nextAt.toISOString(), 'pending'])
    await until('the firing has ended', async () => (await firings(jobId)).includes('completed'))
    expect((await firings(jobId)).toSorted()).toEqual(['completed', 'created'])
  })

  it('a Later plan without its inputs fails when it is due, with a log, and is over', async () => {
    const later = { kind: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '06:15' } as const
    const { jobId } = await makePlan(world, later, { madeAt: new Date() })
    const dueAt = new Date(Date.now() + 1000)
    await world.platform.db.updateTable('jobs').set({ next_due_at: dueAt }).where('id', '=', jobId).execute()
    await arm(jobId)
    const row = await endOf(jobId)
    expect(row).toMatchObject({ state: 'failed', problem: 'The inputs are not ready: there is no upload for rows' })
    const lines = await world.people.manager.call('GET /logs/jobs', { query: { id: row.id } })
    expect(lines.at(-1)).toMatchObject({ level: 'error', message: `The import failed: ${row.problem}` })
    await until('the end of the job', async () => (await readHistory(world, jobId)).job.ended_at !== null)
  })

  it('GUARANTEE G10 a plan whose queue entry is lost starts all the same', async () => {
    const { jobId } = await makePlan(world, quarter, { madeAt: dueIn(1000) })
    expect(await firings(jobId)).toEqual([])
    await endOf(jobId)
    // From here on it is queued again.
    expect(await firings(jobId)).toEqual(['created'])
  })

  it('GUARANTEE G10 an import that was released but lost its queue entry starts all the same', async () => {
    const { jobId } = await makePlan(world, quarter, { madeAt: dueIn(-60_000), content: csv(1) })
    const { imports } = await readHistory(world, jobId)
    const decided = { job_id: jobId, due_at: imports[0]?.scheduled_at ?? '', outcome: 'run' as const, reason: null }
    const nextAt = new Date(Date.now() + 60_000)
    await world.platform.db.updateTable('jobs').set({ next_due_at: nextAt }).where('id', '=', jobId).execute()
    await world.platform.db.insertInto('schedule_runs').values(decided).execute()
    expect(await endOf(jobId)).toMatchObject({ state: 'completed' })
  })

  it('a scheduler whose clock is behind that of the queue waits for its own', async () => {
    const queue = createPgBossQueue({ url: world.platform.databaseUrl, log: world.platform.log })
    await queue.start()
    const now = () => new Date(Date.now() - 2000)
    const behind = await startScheduler({ ...createClockedPlatform(world, now), queue })
    try {
      const { jobId, dueAt } = await makePlan(world, quarter, { madeAt: dueIn(2000) })
      await queueFiring(world.platform.db, queue, jobId)
      await endOf(jobId)
      expect((await readHistory(world, jobId)).runs).toEqual([[dueAt.toISOString(), 'run']])
    } finally {
      await behind.stop()
      await queue.stop(2000)
    }
  })
})
