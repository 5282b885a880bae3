import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { limitLockTime, nextDueAt } from './firing.repository.ts'
import { type FiringResult, decideDue } from './due-decision.ts'
import { lockJob } from './planning.repository.ts'

/** Queue of plans that come due; its jobs carry whose turn it is and when. */
export const fireQueue = 'schedules.fire'
export type FireJob = { jobId: string; dueAt: string }

/** A plan is not held longer than this for the log of an import that is just ending; the firing is taken up again. */
const maxLockTime = '3s'

/**
 * Queues the firing of the plan for its next due instant, in the transaction that sets it; nothing for a plan without
 * one. Whatever is queued twice, or still queued for an instant that an edit did away with, does no harm.
 */
export async function queueFiring(tx: Connection, queue: Queue, jobId: string): Promise<void> {
  const due = await nextDueAt(tx, jobId)
  if (due === null) return
  const dueAt = due.toISOString()
  await queue.send(fireQueue, { jobId, dueAt } satisfies FireJob, { key: `${jobId} ${dueAt}`, startAfter: due, tx })
}

/**
 * Decides all instants of a plan that are due by this platform's clock, in one transaction with the pending imports,
 * due instant and firing that come next. Several schedulers wait for each other at the job's row, and what one decided stands.
 * @returns null when nothing is due: the plan is over, was changed, or another scheduler was first
 */
export async function firePlan(
  { db, queue, log, now }: Pick<Platform, 'db' | 'queue' | 'log' | 'now'>,
  jobId: string,
): Promise<FiringResult | null> {
  const fired = await db.transaction().execute(async (tx) => {
    await limitLockTime(tx, maxLockTime)
    const job = await lockJob(tx, jobId)
    const at = now()
    const due = job?.next_due_at ?? null
    if (job === null || due === null || due > at) return null
    const result = await decideDue(tx, queue, { ...job, next_due_at: due }, at)
    await queueFiring(tx, queue, jobId)
    return result
  })
  if (fired !== null && (fired.missed > 0 || fired.outcome === 'missed')) {
    log.warn({ job: jobId, ...fired }, 'a plan was due while nothing was at work')
  }
  return fired
}
