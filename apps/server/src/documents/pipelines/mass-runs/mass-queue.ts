import type { Connection } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/queue/queue.ts'

/** Jobs `{ runId }` of mass runs, keyed by the run. */
export const massQueue = 'mass-runs'
export type MassJob = { runId: string }

export async function queueMassRun(queue: Queue, runId: string, tx?: Connection): Promise<void> {
  await queue.send(massQueue, { runId } satisfies MassJob, { key: runId, ...(tx === undefined ? {} : { tx }) })
}
