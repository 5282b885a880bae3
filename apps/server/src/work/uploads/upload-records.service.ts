import { conflict, invalid, notFound, texts, type UploadRecords } from '@millrace/contract'
import { sampleRecords, type SampleRequest } from '@millrace/engine'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import { createCallSemaphore } from '../../platform/http/call-semaphore.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { keptDataset } from './kept-dataset.ts'
import { readAsChecked } from './read-as-checked.ts'
import { type SourceDeps, sourceOfUpload } from './source-of-upload.ts'
import { findUploads, type UploadRow } from './uploads.reads.ts'

export type UploadRecordsService = ReturnType<typeof createUploadRecords>

type Asked = { id: string; which: SampleRequest['which']; count: number }

/** Records of uploads for people who test components with them. Each reading is a process of its own. */
export function createUploadRecords(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  deps: SourceDeps & { access: PipelineAccess },
) {
  const semaphore = createCallSemaphore({ max: 4, maxEach: 2, maxWaiting: 0, maxWaitingEach: 0 })

  async function requestOf(row: UploadRow, { which, count }: Asked): Promise<SampleRequest> {
    const name = row.original_filename ?? row.data_sub_kind
    if (which === 'rejected') {
      const key = row.rejected_key
      if (key === null || !(await files.exists(key))) throw conflict(texts.noRejectedRecords)
      const file = { path: await files.localPath(key), size: 0, name, contentType: 'json' as const, format: {} }
      return { file, which, count, rowSchema: null, schemas: {} }
    }
    const source = row.origin === 'source' ? await sourceOfUpload(deps, row) : null
    if (source === null || !(await files.exists(row.file_key))) throw notFound()
    const { contentType, rowSchema, schemas } = source
    const path = await files.localPath(row.file_key)
    const file = {
      ...{ path, size: Number(row.size), name, contentType },
      ...readAsChecked(source, row.detected),
      dataset: keptDataset({ db, files }, row, source),
    }
    return { file, which, count, rowSchema, schemas }
  }

  return {
    /**
     * GET /uploads/records: the first valid records of an upload or random ones, as an import hands them on, or rejected
     * ones as they stand in the file.
     * @throws ApiError 40400 for what is unknown, unseen, no source or gone; 40900 'The upload has no rejected records';
     * 40000 when the file cannot be read; 42900 while too many are read
     */
    async sample(caller: Caller, asked: Asked, signal: AbortSignal): Promise<UploadRecords> {
      const [row] = await findUploads(db, [asked.id])
      if (row === undefined) throw notFound()
      await deps.access.mustSeeOfUploads(caller, [row.pipeline_id])
      const request = await requestOf(row, asked)
      const { problem, ...sampled } = await semaphore.run(caller.userId, () => sampleRecords(request, { signal }))
      if (problem !== null) throw invalid(`The upload cannot be read: ${problem}`)
      return sampled
    },
  }
}
