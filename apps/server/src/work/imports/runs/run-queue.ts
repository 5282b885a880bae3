import type { Connection } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/queue/queue.ts'

/** Queue of imports whose turn it is; its jobs carry `{ importId }`. */
export const runQueue = 'imports.run'
export type RunJob = { importId: string }

/** Queues an import in the transaction at hand; one that is queued or running already stays as it is. */
export async function queueImport(queue: Queue, tx: Connection, importId: string): Promise<void> {
  await queue.send(runQueue, { importId }, { key: importId, tx })
}
