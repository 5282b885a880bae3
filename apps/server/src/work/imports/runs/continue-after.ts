import type { Connection } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { endJobIfDone } from '../imports.repository.ts'
import { queueImport } from './run-queue.ts'
import { importsToContinue } from './runs.repository.ts'

/**
 * What follows the end of an import, in the transaction that ends it: the next of its chain and chains that waited
 * for its pipeline are queued, and its job ends with its last import. A failed import does not stop the chain (D-82).
 */
export async function continueAfter(
  tx: Connection,
  queue: Queue,
  ended: { jobId: string; pipelineId: string },
  at: Date,
): Promise<void> {
  for (const importId of await importsToContinue(tx, ended)) await queueImport(queue, tx, importId)
  await endJobIfDone(tx, ended.jobId, at)
}
