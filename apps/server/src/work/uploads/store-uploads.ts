import type { Upload } from '@millrace/contract'
import type { PendingFile } from '../../platform/files/file-store.ts'
import { newId } from '../../platform/database/ids.ts'
import { appendLogs, type LogLine } from '../logs/append-logs.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentUpload } from './uploads.presenter.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { findUploads, type UploadRow } from './uploads.reads.ts'
import { insertUploads, type NewUpload } from './uploads.repository.ts'
import { queueValidation } from './validate-queue.ts'

export type { NewUpload } from './uploads.repository.ts'

export type StorePlatform = Pick<Platform, 'db' | 'files' | 'queue' | 'log'>

/** A file that was taken in, for one data source. `lines`: what there is to say of it before its validation. */
export type TakenFile = { dataSubKind: string; fileName: string; pending: PendingFile; lines?: readonly LogLine[] }

/**
 * Makes the files durable, then their rows and the queued validation in one transaction; all or nothing (G1).
 * @param signal fires when nobody waits for them any more: nothing is stored then. What was given up for another file
 * would otherwise be stored after it and be read in its place.
 */
export async function storeUploads(
  platform: StorePlatform,
  owner: { pipelineId: string; versionId: string; createdBy: string | null; importId?: string },
  taken: readonly TakenFile[],
  signal?: AbortSignal,
): Promise<Upload[]> {
  const { db, queue } = platform
  const kept: NewUpload[] = []
  try {
    signal?.throwIfAborted()
    for (const { dataSubKind, fileName, pending } of taken) {
      const id = newId()
      const { key, size, sha256 } = await pending.commit(id)
      const originalFilename = fileName === '' ? null : fileName
      kept.push({ ...owner, id, dataSubKind, originalFilename, fileKey: key, size, sha256 })
    }
    const rows = await db.transaction().execute(async (tx) => {
      signal?.throwIfAborted()
      const inserted = await insertStored(tx, queue, kept)
      for (const [i, { id }] of inserted.entries()) {
        await appendLogs(tx, { upload: id }, taken[i]?.lines ?? [], null)
      }
      return inserted
    })
    return rows.map(presentUpload)
  } catch (error) {
    await removeUnstored(platform, kept)
    throw error
  }
}

/** Rows and queued validation of files that are durable, in the transaction at hand. */
export async function insertStored(tx: Connection, queue: Queue, kept: readonly NewUpload[]): Promise<UploadRow[]> {
  const inserted = await insertUploads(tx, kept)
  for (const { id } of inserted) await queueValidation(queue, tx, id)
  return inserted
}

/** Removes the files of an upload that failed; a commit whose answer was lost leaves its rows, and then its files. */
export async function removeUnstored(
  { db, files, log }: Pick<StorePlatform, 'db' | 'files' | 'log'>,
  kept: readonly NewUpload[],
): Promise<void> {
  if (kept.length === 0) return
  try {
    const ids = kept.map((upload) => upload.id)
    const stored = new Set((await findUploads(db, ids)).map((row) => row.id))
    await Promise.all(kept.filter(({ id }) => !stored.has(id)).map((upload) => files.remove(upload.fileKey)))
  } catch (error) {
    log.warn({ err: error }, 'files of a failed upload could not be removed')
  }
}
