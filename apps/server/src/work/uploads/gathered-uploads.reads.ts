import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** An upload that a listener gathered and that is to be imported once. */
export type GatheredUpload = {
  uploadId: string
  pipelineId: string
  versionId: string
  publisherId: string
  importId: string | null
  status: 'validating' | 'valid' | 'invalid'
}

/** Claims one import for an upload, in the transaction that stores it. */
export async function insertGathered(
  tx: Connection,
  one: {
    uploadId: string
    listenerId: string
    pipelineId: string
    versionId: string
    publisherId: string
    messages: number
  },
): Promise<void> {
  await tx
    .insertInto('listener_batches')
    .values({
      upload_id: one.uploadId,
      listener_id: one.listenerId,
      pipeline_id: one.pipelineId,
      version_id: one.versionId,
      publisher_id: one.publisherId,
      messages: one.messages,
    })
    .execute()
}

/** The oldest gathered upload of each pipeline that no import was started for. */
export async function gatheredToImport(db: Connection): Promise<GatheredUpload[]> {
  const { rows } = await sql<GatheredUpload>`
    select distinct on (b.pipeline_id) b.upload_id as "uploadId", b.pipeline_id as "pipelineId",
      b.version_id as "versionId", b.publisher_id as "publisherId", b.import_id as "importId", u.status
    from listener_batches b join uploads u on u.id = b.upload_id
    where not b.ended and not exists (
      select 1 from imports i where i.pipeline_id = b.pipeline_id and i.blocking)
    order by b.pipeline_id, b.upload_id`.execute(db)
  return rows
}

/** Ends the claim: an import was started for the upload, or none can be. @returns false when it had ended before */
export async function endGathered(tx: Connection, uploadId: string, importId: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('listener_batches')
    .set({ ended: true, import_id: importId })
    .where('upload_id', '=', uploadId)
    .where('ended', '=', false)
    .returning('upload_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The upload an import was started for, or null when it was not a listener that started it. */
export async function gatheredOfImport(db: Connection, importId: string): Promise<string | null> {
  const row = await db
    .selectFrom('listener_batches')
    .select('upload_id')
    .where('import_id', '=', importId)
    .executeTakeFirst()
  return row?.upload_id ?? null
}
