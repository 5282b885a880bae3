import type { Connection } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'

/** Queue of files waiting to be validated; its jobs carry `{ uploadId }`. */
export const validateQueue = 'uploads.validate'
export type ValidateJob = { uploadId: string }

/** More than the takes after which the worker itself gives a file up, so that no upload stays validating for ever. */
const retryLimit = 50

/** Queues an upload in the transaction at hand. */
export async function queueValidation(queue: Queue, tx: Connection, uploadId: string): Promise<void> {
  await queue.send(validateQueue, { uploadId }, { key: uploadId, tx, retryLimit })
}
