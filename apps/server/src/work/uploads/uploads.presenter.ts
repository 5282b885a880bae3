import type { Upload } from '@millrace/contract'
import type { UploadRow } from './uploads.reads.ts'

/** An upload as it is shown (UPL-009), with its size, hash, counts and what was detected in it. */
export function presentUpload(row: UploadRow): Upload {
  return {
    _id: row.id,
    // A version's id, as everywhere on the wire; the pipeline's own only when that version was deleted.
    pipelineId: row.version_id ?? row.pipeline_id,
    status: row.status,
    enabled: row.enabled,
    originalFilename: row.original_filename,
    createdAt: row.created_at.toISOString(),
    dataSubKind: row.data_sub_kind,
    from: row.origin,
    size: Number(row.size),
    sha256: row.sha256,
    counts: row.counts,
    detected: row.detected,
  }
}
