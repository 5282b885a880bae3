import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld } from '../imports.fixtures.ts'
import { chainStart, openImports } from '../runs/runs.repository.ts'
import { endJob, removePending, replacePlan } from './planning.repository.ts'
import { queueFiring, firePlan } from './firing.ts'
import {
  begin,
  createClockedPlatform,
  type ClockedPlatform,
  finish,
  readHistory,
  makePlan,
  queuedImports,
} from './firing.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

/** A clock that goes where it is put, and the scheduler that reads it. */
function schedulerAt(start: string): ClockedPlatform & { at(time: string): ClockedPlatform } {
  let now = new Date(start)
  const platform = createClockedPlatform(world, () => now)
  return {
    ...platform,
    at(time) {
      now = new Date(time)
      return platform
    },
  }
}
const weekly = { kind: 'repeat', repeatPattern: '15 6 * * 1' } as const
const half = { kind: 'repeat', repeatPattern: 'M 30' } as const
const logOf = async (importId: string) =>
  (
    await world.platform.db.selectFrom('logs').select(['level', 'message']).where('import_id', '=', importId).execute()
  ).map((line) => `${line.level}: ${line.message}`)

describe('IMP-048/engine a repeat', () => {
  it('runs when it is due, not before, and its next run is expected and queued with it', async () => {
    const made = await makePlan(world, weekly, { madeAt: new Date('2026-11-21T12:00:00Z') })
    const scheduler = schedulerAt('2026-11-23T05:14:59.999Z')
    expect(await firePlan(scheduler, made.jobId)).toBeNull()
    expect((await readHistory(world, made.jobId)).runs).toEqual([])

    const dueAt = '2026-11-23T05:15:00.000Z'
    expect(await firePlan(scheduler.at(dueAt), made.jobId)).toEqual({
      dueAt: new Date(dueAt),
      outcome: 'run',
      missed: 0,
    })
    const { job, runs, imports, states } = await readHistory(world, made.jobId)
    const nextAt = '2026-11-30T05:15:00.000Z'
    expect(runs).toEqual([[dueAt, 'run']])
    expect(states).toEqual([
      [dueAt, 'pending'],
      [nextAt, 'pending'],
    ])
    expect(imports[1]).toMatchObject({
      ...imports[0],
      id: expect.any(String),
      position: 1,
      scheduled_at: new Date(nextAt),
      created_at: expect.any(Date),
    })
    expect(job).toMatchObject({ next_due_at: new Date(nextAt), last_executed_at: new Date(dueAt), ended_at: null })
    expect(queuedImports(scheduler)).toEqual([imports[0]?.id])
    expect(scheduler.queue.sent.filter((entry) => entry.name === 'schedules.fire')).toEqual([
      {
        name: 'schedules.fire',
        data: { jobId: made.jobId, dueAt: nextAt },
        options: { key: `${made.jobId} ${nextAt}`, startAfter: new Date(nextAt) },
      },
    ])
    // Only the one that was released may run.
    const open = await openImports(world.platform.db)
    expect(imports.map((row) => open.includes(row.id))).toEqual([true, false])
    expect(await firePlan(scheduler, made.jobId)).toBeNull()
    await finish(scheduler, await begin(scheduler, imports[0]?.id ?? ''))
    expect((await readHistory(world, made.jobId)).job.ended_at).toBeNull()
  })

  it('IMP-031/engine a monthly one does not run in a month without its day', async () => {
    const monthly = { kind: 'repeat', repeatPattern: '0 6 31 * *' } as const
    const made = await makePlan(world, monthly, { madeAt: new Date('2027-01-15T00:00:00Z'), timeZone: 'UTC' })
    const scheduler = schedulerAt('2027-01-31T06:00:01Z')
    await firePlan(scheduler, made.jobId)
    await finish(scheduler, await begin(scheduler, (await readHistory(world, made.jobId)).imports[0]?.id ?? ''))
    for (const day of ['2027-02-28', '2027-03-01', '2027-03-30']) {
      expect(await firePlan(scheduler.at(`${day}T23:00:00Z`), made.jobId)).toBeNull()
    }
    await firePlan(scheduler.at('2027-03-31T06:00:00Z'), made.jobId)
    expect((await readHistory(world, made.jobId)).runs).toEqual([
      ['2027-01-31T06:00:00.000Z', 'run'],
      ['2027-03-31T06:00:00.000Z', 'run'],
    ])
  })

  it('due while it runs, one run waits; further ones are left out, and the running import says so', async () => {
    const made = await makePlan(world, half, { madeAt: new Date('2026-11-21T08:00:00Z') })
    const scheduler = schedulerAt('2026-11-21T08:30:00Z')
    await firePlan(scheduler, made.jobId)
    const running = await begin(scheduler, (await readHistory(world, made.jobId)).imports[0]?.id ?? '')
    await firePlan(scheduler.at('2026-11-21T09:00:00Z'), made.jobId)
    const waiting = (await readHistory(world, made.jobId)).imports[1]?.id ?? ''
    await expect(begin(scheduler, waiting)).rejects.toThrow('has not come')
    for (const at of ['2026-11-21T09:30:00Z', '2026-11-21T10:00:00Z']) await firePlan(scheduler.at(at), made.jobId)
    const during = await readHistory(world, made.jobId)
    expect(during.runs.map(([, outcome]) => outcome)).toEqual(['run', 'waiting', 'skipped', 'skipped'])
    expect(during.states.map(([, state]) => state)).toEqual(['busy', 'pending', 'pending'])
    expect(during.imports[2]?.scheduled_at.toISOString()).toBe('2026-11-21T10:30:00.000Z')
    expect(await logOf(running.id)).toEqual([
      'warn: The run due at 2026-11-21 10:30 is left out: the one before it is still waiting',
      'warn: The run due at 2026-11-21 11:00 is left out: the one before it is still waiting',
    ])
    const reasons = await world.platform.db
      .selectFrom('schedule_runs')
      .select('reason')
      .where('job_id', '=', made.jobId)
      .where('outcome', '=', 'skipped')
      .execute()
    expect(reasons).toEqual([{ reason: 'A run was waiting already' }, { reason: 'A run was waiting already' }])

    scheduler.queue.sent.length = 0
    await finish(scheduler, running)
    expect(queuedImports(scheduler)).toEqual([waiting])
    await finish(scheduler, await begin(scheduler, waiting))
    await firePlan(scheduler.at('2026-11-21T10:30:00Z'), made.jobId)
    expect((await readHistory(world, made.jobId)).runs.at(-1)).toEqual(['2026-11-21T10:30:00.000Z', 'run'])
  })

  it('waits for an import of its pipeline that another job runs', async () => {
    const made = await makePlan(world, half, { madeAt: new Date('2026-11-21T08:00:00Z') })
    const scheduler = schedulerAt('2026-11-21T08:29:00Z')
    const chain = await world.people.manager.call('POST /imports', {
      body: { pipelineId: made.plan.of.versionId, kind: 'sequential' },
    })
    const running = await begin(scheduler, chain.importId)
    expect(await firePlan(scheduler.at('2026-11-21T08:30:00Z'), made.jobId)).toMatchObject({ outcome: 'waiting' })
    const [waiting] = (await readHistory(world, made.jobId)).imports
    await expect(begin(scheduler, waiting?.id ?? '')).rejects.toThrow('imports_one_blocking')
    scheduler.queue.sent.length = 0
    await finish(scheduler, running)
    expect(queuedImports(scheduler)).toEqual([waiting?.id])
    await begin(scheduler, waiting?.id ?? '')
  })
})

describe('IMP-048/engine a Later plan', () => {
  const later = { kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:15' } as const
  const madeAt = new Date('2026-11-21T08:00:00Z')
  const dueAt = '2026-12-01T05:15:00.000Z'

  it('runs once, and its job ends with its import', async () => {
    const made = await makePlan(world, later, { madeAt })
    const scheduler = schedulerAt(dueAt)
    expect(await firePlan(scheduler, made.jobId)).toMatchObject({ outcome: 'run' })
    const { job, imports, runs } = await readHistory(world, made.jobId)
    expect([runs, imports.length, job.next_due_at, job.ended_at]).toEqual([[[dueAt, 'run']], 1, null, null])
    expect(scheduler.queue.sent.map((entry) => entry.name)).toEqual(['imports.run'])
    expect(await firePlan(scheduler.at('2027-12-01T05:15:00Z'), made.jobId)).toBeNull()
    await finish(scheduler, await begin(scheduler, imports[0]?.id ?? ''))
    expect((await readHistory(world, made.jobId)).job.ended_at).toEqual(new Date('2027-12-01T05:15:00Z'))
  })

  it('waits its turn while the pipeline runs', async () => {
    const made = await makePlan(world, later, { madeAt })
    const scheduler = schedulerAt(dueAt)
    const chain = await world.people.manager.call('POST /imports', {
      body: { pipelineId: made.plan.of.versionId, kind: 'sequential' },
    })
    const running = await begin(scheduler, chain.importId)
    expect(await firePlan(scheduler, made.jobId)).toMatchObject({ outcome: 'waiting' })
    await finish(scheduler, running)
    await begin(scheduler, (await readHistory(world, made.jobId)).imports[0]?.id ?? '')
  })

  it('GUARANTEE G10 runs late within a day of a standstill; later it fails and says why', async () => {
    const late = await makePlan(world, later, { madeAt })
    expect(await firePlan(schedulerAt('2026-12-02T05:15:00Z'), late.jobId)).toMatchObject({ outcome: 'run' })
    const tooLate = await makePlan(world, later, { madeAt })
    const scheduler = schedulerAt('2026-12-02T05:15:00.001Z')
    expect(await firePlan(scheduler, tooLate.jobId)).toMatchObject({ outcome: 'missed' })
    const { job, imports } = await readHistory(world, tooLate.jobId)
    expect(job.ended_at).toEqual(scheduler.now())
    expect(imports).toMatchObject([
      { state: 'failed', success: false, problem: 'Its time, 2026-12-01 06:15, passed while Millrace was not at work' },
    ])
    expect(await logOf(imports[0]?.id ?? '')).toEqual([
      'warn: The run due at 2026-12-01 06:15 was missed: Millrace was not at work',
    ])
    expect(queuedImports(scheduler)).toEqual([])
  })
})

describe('GUARANTEE G10 after a standstill', () => {
  it('of 3 hours one run makes up for all that was missed', async () => {
    const made = await makePlan(world, half, { madeAt: new Date('2026-11-21T08:00:00Z') })
    const scheduler = schedulerAt('2026-11-21T11:44:00Z')
    expect(await firePlan(scheduler, made.jobId)).toMatchObject({ outcome: 'run', missed: 6 })
    const { runs, states, imports } = await readHistory(world, made.jobId)
    expect(runs.map(([, outcome]) => outcome)).toEqual([...Array.from({ length: 6 }, () => 'missed'), 'run'])
    expect(states).toEqual([
      ['2026-11-21T11:30:00.000Z', 'pending'],
      ['2026-11-21T12:00:00.000Z', 'pending'],
    ])
    expect(queuedImports(scheduler)).toEqual([imports[0]?.id])
    expect(await logOf(imports[0]?.id ?? '')).toEqual([
      'warn: 6 runs due from 2026-11-21 09:30 to 2026-11-21 12:00 were missed: Millrace was not at work',
    ])
  })

  it('of 3 days a daily plan runs once for the last day; a weekly one missed two days ago waits for its next turn', async () => {
    const daily = { kind: 'repeat', repeatPattern: '0 6 * * *' } as const
    const madeAt = new Date('2026-11-21T08:00:00Z')
    const one = await makePlan(world, daily, { madeAt })
    const other = await makePlan(world, weekly, { madeAt })
    const scheduler = schedulerAt('2026-11-25T04:00:00Z')
    expect(await firePlan(scheduler, one.jobId)).toMatchObject({ outcome: 'run', missed: 2 })
    expect((await readHistory(world, one.jobId)).runs).toEqual([
      ['2026-11-22T05:00:00.000Z', 'missed'],
      ['2026-11-23T05:00:00.000Z', 'missed'],
      ['2026-11-24T05:00:00.000Z', 'run'],
    ])
    expect(await firePlan(scheduler, other.jobId)).toMatchObject({ outcome: 'missed' })
    const { runs, states, imports } = await readHistory(world, other.jobId)
    expect(runs).toEqual([['2026-11-23T05:15:00.000Z', 'missed']])
    expect(states).toEqual([['2026-11-30T05:15:00.000Z', 'pending']])
    expect(await logOf(imports[0]?.id ?? '')).toEqual([
      'warn: The run due at 2026-11-23 06:15 was missed: Millrace was not at work',
    ])
  })
})

describe('a plan that a person changes', () => {
  it('GUARANTEE G10 never fires once it was deleted', async () => {
    const made = await makePlan(world, weekly, { madeAt: new Date('2026-11-21T12:00:00Z') })
    const scheduler = schedulerAt('2026-11-23T05:15:00Z')
    const { job } = await readHistory(world, made.jobId)
    await removePending(world.platform.db, made.jobId)
    await endJob(world.platform.db, job, scheduler.now())
    expect(await firePlan(scheduler, made.jobId)).toBeNull()
    expect(await readHistory(world, made.jobId)).toMatchObject({ runs: [], imports: [] })
    await queueFiring(world.platform.db, scheduler.queue, made.jobId)
    expect(scheduler.queue.sent).toEqual([])
  })

  it('GUARANTEE G10 does not fire for the time it had before', async () => {
    const made = await makePlan(world, weekly, { madeAt: new Date('2026-11-21T12:00:00Z') })
    const scheduler = schedulerAt('2026-11-23T05:15:00Z')
    const dueAt = new Date('2026-11-24T05:15:00Z')
    await replacePlan(world.platform.db, world.people.manager, made.jobId, {
      ...made.plan,
      repeatPattern: '15 6 * * 2',
      dueAt,
    })
    expect(await firePlan(scheduler, made.jobId)).toBeNull()
    expect(await firePlan(scheduler.at(dueAt.toISOString()), made.jobId)).toMatchObject({ dueAt, outcome: 'run' })
  })

  it('an instant that was decided before is not run a second time', async () => {
    const made = await makePlan(world, weekly, { madeAt: new Date('2026-11-21T12:00:00Z') })
    const scheduler = schedulerAt('2026-11-23T05:15:00Z')
    const decided = { job_id: made.jobId, due_at: made.dueAt, outcome: 'run' as const, reason: null }
    await world.platform.db
      .insertInto('schedule_runs')
      .values({ ...decided, due_at: '2026-11-23T05:15:00Z' })
      .execute()
    // The import of that instant has run; the pending one was planned anew for it.
    await world.platform.db
      .updateTable('imports')
      .set({ scheduled_at: '2026-11-23T05:14:00Z' })
      .where('job_id', '=', made.jobId)
      .execute()
    await firePlan(scheduler, made.jobId)
    expect(queuedImports(scheduler)).toEqual([])
    expect((await readHistory(world, made.jobId)).states).toEqual([['2026-11-30T05:15:00.000Z', 'pending']])
  })

  it('GUARANTEE G10 after a clock was far ahead and set back, a changed plan goes on with the first undecided instant', async () => {
    const { db } = world.platform
    const made = await makePlan(world, half, { madeAt: new Date('2026-11-21T08:00:00Z') })
    const scheduler = schedulerAt('2026-11-21T10:10:00Z')
    await firePlan(scheduler, made.jobId)
    await finish(scheduler, await begin(scheduler, (await readHistory(world, made.jobId)).imports[0]?.id ?? ''))
    // Back at 08:35 it is planned anew, with the same spacing: 09:00 to 10:00 were decided by the clock that was ahead.
    const dueAt = new Date('2026-11-21T09:00:00Z')
    await replacePlan(db, world.people.manager, made.jobId, { ...made.plan, dueAt })
    await db
      .updateTable('imports')
      .set({ scheduled_at: dueAt })
      .where('job_id', '=', made.jobId)
      .where('state', '=', 'pending')
      .execute()
    await firePlan(scheduler.at('2026-11-21T09:00:00Z'), made.jobId)
    const { runs, states, job } = await readHistory(world, made.jobId)
    expect(runs.map(([, outcome]) => outcome)).toEqual(['missed', 'missed', 'missed', 'run'])
    expect(states).toEqual([
      ['2026-11-21T10:00:00.000Z', 'completed'],
      ['2026-11-21T10:30:00.000Z', 'pending'],
    ])
    expect(job.next_due_at).toEqual(new Date('2026-11-21T10:30:00Z'))
  })

  it('GUARANTEE G10 deleted at the moment it fires, it either runs in full or not at all', async () => {
    for (let round = 0; round < 12; round++) {
      const made = await makePlan(world, weekly, { madeAt: new Date('2026-11-21T12:00:00Z') })
      const scheduler = schedulerAt('2026-11-23T05:15:00Z')
      const { job } = await readHistory(world, made.jobId)
      const remove = async () => {
        await sleep(round)
        await world.platform.db.transaction().execute(async (tx) => {
          await endJob(tx, job, scheduler.now())
          await removePending(tx, made.jobId)
        })
      }
      const [fired] = await Promise.all([firePlan(scheduler, made.jobId), remove()])
      // Released or not, nothing of it is left to run.
      const { runs, states } = await readHistory(world, made.jobId)
      expect([runs.length, states]).toEqual([fired === null ? 0 : 1, []])
      expect(await firePlan(scheduler.at('2026-12-21T00:00:00Z'), made.jobId)).toBeNull()
    }
  })
})

describe('IMP-048/engine the plan of a master', () => {
  it('runs its countries one after the other; the next run of it waits for all of them', async () => {
    const made = await makePlan(world, half, { madeAt: new Date('2026-11-21T08:00:00Z'), countries: 2 })
    const scheduler = schedulerAt('2026-11-21T08:30:00Z')
    expect(await firePlan(scheduler, made.jobId)).toMatchObject({ outcome: 'run' })
    const [first, second, third] = (await readHistory(world, made.jobId)).imports
    expect((await readHistory(world, made.jobId)).imports.map((row) => [row.state, row.position])).toEqual([
      ['sequential', 0],
      ['sequential', 1],
      ['pending', 2],
      ['pending', 3],
    ])
    expect(queuedImports(scheduler)).toEqual([first?.id])
    const one = await begin(scheduler, first?.id ?? '')
    await expect(begin(scheduler, second?.id ?? '')).rejects.toThrow('has not come')
    await finish(scheduler, one)
    expect(queuedImports(scheduler)).toEqual([first?.id, second?.id])
    // Between two of its countries nothing blocks, yet the run is under way.
    expect(await firePlan(scheduler.at('2026-11-21T09:00:00Z'), made.jobId)).toMatchObject({ outcome: 'waiting' })
    expect(await firePlan(scheduler.at('2026-11-21T09:30:00Z'), made.jobId)).toMatchObject({ outcome: 'skipped' })
    await expect(begin(scheduler, third?.id ?? '')).rejects.toThrow('has not come')
    const two = await begin(scheduler, second?.id ?? '')
    expect(await chainStart(world.platform.db, two)).toEqual(new Date('2026-11-21T08:30:00Z'))
    await finish(scheduler, two)
    expect(queuedImports(scheduler).at(-1)).toBe(third?.id)
    const three = await begin(scheduler, third?.id ?? '')
    // Its inputs are those of its own run, not of the one before.
    expect(await chainStart(world.platform.db, three)).toEqual(new Date('2026-11-21T09:30:00Z'))
  })
})
