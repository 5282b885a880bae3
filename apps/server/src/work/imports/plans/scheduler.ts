import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import { duePlans } from './firing.repository.ts'
import { type FireJob, firePlan, fireQueue } from './firing.ts'

export type Scheduler = { stop(): Promise<void> }
type SchedulerPlatform = Pick<Platform, 'db' | 'queue' | 'log' | 'now'>

/** How often plans are compared with the clock, whatever became of their queue entries. */
const sweepMs = 5000

/** The queue goes by the clock of the database; a firing that comes earlier by ours waits so long, later ones are swept. */
const maxWaitMs = 5000

/**
 * Fires plans when they are due (IMP-048, G10): promptly by their queue entry, and every few seconds by a look at the
 * plans themselves, so that a lost entry or a clock that was set costs seconds and never a run. Any number of processes
 * may do this at once.
 */
export async function startScheduler(platform: SchedulerPlatform): Promise<Scheduler> {
  const { queue, log, now } = platform
  await queue.work<FireJob>(fireQueue, { concurrency: 2 }, async ({ data, signal }) => {
    const early = Date.parse(data.dueAt) - now().getTime()
    if (early > 0 && early <= maxWaitMs) await sleep(early, undefined, { signal })
    await firePlan(platform, data.jobId)
  })
  let sweeping: Promise<void> | null = null
  const timer = setInterval(() => {
    sweeping ??= sweepPlans(platform)
      .catch((error: unknown) => log.warn({ err: error }, 'due plans could not be read'))
      .finally(() => {
        sweeping = null
      })
  }, sweepMs)
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}

/** Fires every plan that is due by this platform's clock; one that cannot be fired now is met again. */
export async function sweepPlans(platform: SchedulerPlatform): Promise<void> {
  for (const jobId of await duePlans(platform.db, platform.now())) {
    await firePlan(platform, jobId).catch((error: unknown) =>
      platform.log.warn({ err: error, job: jobId }, 'a plan could not be fired'),
    )
  }
}
