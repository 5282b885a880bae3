import { notFound, type Upload } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { presentUpload } from './uploads.presenter.ts'
import { findUploads } from './uploads.reads.ts'
import { inputsOfImport, outputsOfImport } from './uploads.repository.ts'

/**
 * The files an import read, then those it wrote; what was deleted since, or belongs to a pipeline the caller does not
 * see (a master's file), is left out.
 * @throws ApiError 40400 when the import is unknown or its pipeline is not seen
 */
export async function uploadsOfImport(
  db: Connection,
  access: PipelineAccess,
  caller: Caller,
  importId: string,
): Promise<Upload[]> {
  const found = await inputsOfImport(db, importId)
  if (found === null) throw notFound()
  await access.mustSeeOfImports(caller, [found.pipelineId])
  const rows = [...(await findUploads(db, found.uploadIds)), ...(await outputsOfImport(db, importId))]
  const seen = await access.seenAmong(caller, [...new Set(rows.map((row) => row.pipeline_id))])
  return rows.filter((row) => seen.has(row.pipeline_id)).map(presentUpload)
}
