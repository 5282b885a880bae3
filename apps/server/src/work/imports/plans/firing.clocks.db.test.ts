import { nextRuns } from '@millrace/contract/schedules/next-runs.rule'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, scale } from '../imports.fixtures.ts'
import { released } from '../imports.repository.ts'
import { createClockedPlatform, readHistory, makePlan, type StoredPlan } from './firing.fixtures.ts'
import { sweepPlans } from './scheduler.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The same numbers for the same seed. */
function chanceOf(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Imports that were released end at once, as with workers that are never busy. */
async function runAll(): Promise<void> {
  await world.platform.db
    .updateTable('imports')
    .set({ state: 'completed', success: true, started_at: sql`scheduled_at`, ended_at: sql`scheduled_at` })
    .where(released)
    .execute()
}

/** Due instants of a plan up to and with `until`. */
function expected(made: StoredPlan, until: Date): string[] {
  const { plan } = made
  if (plan.repeatPattern === null) return [made.dueAt.toISOString()]
  const schedule = { kind: 'repeat' as const, repeatPattern: plan.repeatPattern, anchor: plan.anchorAt }
  const due: string[] = []
  for (let last = plan.anchorAt; ; ) {
    for (const run of nextRuns(schedule, plan.timeZone, last, 500)) {
      if (run > until) return due
      due.push(run.toISOString())
      last = run
    }
  }
}

/** Each due instant was decided once, and each that ran has exactly its own import. */
async function expectEachOnce(made: StoredPlan): Promise<Record<string, number>> {
  const { runs, imports } = await readHistory(world, made.jobId)
  const last = new Date(runs.at(-1)?.[0] ?? 0)
  expect(runs.map(([dueAt]) => dueAt)).toEqual(expected(made, last))
  const ran = runs.flatMap(([dueAt, outcome]) => (outcome === 'run' || outcome === 'waiting' ? [dueAt] : []))
  expect(imports.filter((row) => row.state !== 'pending').map((row) => row.scheduled_at.toISOString())).toEqual(ran)
  expect(imports.filter((row) => row.state === 'pending')).toHaveLength(made.plan.kind === 'repeat' ? 1 : 0)
  return Object.fromEntries(
    ['run', 'waiting', 'skipped', 'missed'].map((kind) => [
      kind,
      runs.filter(([, outcome]) => outcome === kind).length,
    ]),
  )
}

it(
  'GUARANTEE G10 three schedulers whose clocks differ and are set back and forth, with restarts, run each instant once',
  async () => {
    const seed = Date.now() % 10_000
    console.log(`clocks of the schedulers, seed ${seed}`)
    const chance = chanceOf(seed)
    const begin = new Date('2026-01-01T00:00:00Z')
    const repeat = (repeatPattern: string, timeZone: string) =>
      makePlan(world, { kind: 'repeat', repeatPattern }, { madeAt: begin, timeZone })
    const plans = [
      await repeat('30 2 * * *', 'Europe/Paris'),
      await repeat('15 0 * * 0', 'Africa/Cairo'),
      await repeat('45 23 31 * *', 'Australia/Lord_Howe'),
      await repeat('0 6 29 * *', 'Asia/Kathmandu'),
      await repeat('H 23', 'America/St_Johns'),
      await makePlan(
        world,
        { kind: 'scheduled', scheduledDate: '2026-02-28', scheduledTime: '02:30' },
        { madeAt: begin, timeZone: 'America/New_York' },
      ),
    ]
    const end = begin.getTime() + scale * 100 * day
    let base = begin.getTime()
    const skews = [-90_000, 0, 60_000]
    // A clock that was set wrong shows it for some steps.
    const steps = [0, 0, 0]
    const open = (n: number) => createClockedPlatform(world, () => new Date(base + (skews[n] ?? 0) + (steps[n] ?? 0)))
    const schedulers = [open(0), open(1), open(2)]
    while (base < end) {
      const next = await world.platform.db
        .selectFrom('jobs')
        .select((select) => select.fn.min('next_due_at').as('at'))
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      base = Math.max(base, (next.at as Date | null)?.getTime() ?? base) + Math.floor(chance() * 2 * minute)
      const n = Math.floor(chance() * 3)
      // Back by hours, ahead by less than the closest instants are apart: what is ahead of its time is early, not missed.
      if (chance() < 0.1) steps[n] = (chance() < 0.5 ? -3 : 0.7) * hour
      else if (chance() < 0.2) steps[n] = 0
      // A new process knows nothing of the one before.
      if (chance() < 0.1) schedulers[n] = open(n)
      await Promise.all(schedulers.map((scheduler) => sweepPlans(scheduler)))
      await runAll()
    }
    const outcomes: Record<string, number>[] = []
    for (const made of plans) outcomes.push(await expectEachOnce(made))
    const total = (kind: string) => outcomes.reduce((sum, each) => sum + (each[kind] ?? 0), 0)
    expect(outcomes.map((each) => each.missed)).toEqual(outcomes.map(() => 0))
    expect([total('waiting'), total('skipped')]).toEqual([0, 0])
    expect(total('run')).toBeGreaterThan(scale * 180)
  },
  60_000 + scale * 60_000,
)

it(
  'GUARANTEE G10 whatever the downtime and the clocks, no instant is forgotten or decided twice, and one run makes up',
  async () => {
    const seed = Date.now() % 10_000
    console.log(`downtimes, seed ${seed}`)
    const chance = chanceOf(seed)
    const begin = new Date('2026-03-01T00:00:00Z')
    const made = await makePlan(world, { kind: 'repeat', repeatPattern: 'M 45' }, { madeAt: begin })
    let base = begin.getTime()
    const schedulers = [-20 * minute, 0, 50 * minute].map((skew) =>
      createClockedPlatform(world, () => new Date(base + skew)),
    )
    for (let n = 0; n < 12 * scale; n++) {
      // Down for up to three days, then back; or the clock of them all is set back.
      base += chance() < 0.3 ? -Math.floor(chance() * 5 * hour) : Math.floor(chance() ** 3 * 3 * day)
      const before = (await readHistory(world, made.jobId)).imports.length
      await Promise.all(schedulers.map((scheduler) => sweepPlans(scheduler)))
      const after = (await readHistory(world, made.jobId)).imports.length
      // Each scheduler lets one go at most: its clock may be ahead of the other's.
      expect(after - before).toBeLessThanOrEqual(3)
      await runAll()
    }
    const outcomes = await expectEachOnce(made)
    expect(outcomes.missed).toBeGreaterThan(0)
    expect(outcomes.run).toBeGreaterThan(0)
  },
  60_000 + scale * 20_000,
)
