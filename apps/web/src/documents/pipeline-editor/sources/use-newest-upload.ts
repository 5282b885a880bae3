import type { DataSource } from '@millrace/contract'
import { useMemo } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useEditedPipeline } from '../edited-pipeline.ts'
import type { PreviewedFile } from './use-source-preview.ts'

/** The newest upload that an import of the pipeline would read for this source, of its master where it takes that; null for none. */
export function useNewestUpload({
  dataSubKind,
  dataFromMaster,
}: DataSource): { name: string; file: PreviewedFile } | null {
  const { base, draft } = useEditedPipeline()
  const pipelineId = dataFromMaster && !draft.isMaster ? draft.masterPipeline : base._id
  const { data } = useCall(
    'GET /uploads/last',
    { query: { pipelineId: pipelineId ?? '', dataSubKind }, quiet: true },
    { enabled: pipelineId !== null },
  )
  const [newest] = data ?? []
  const id = newest?._id
  const name = newest?.originalFilename ?? dataSubKind
  return useMemo(() => (id === undefined ? null : { name, file: { uploadId: id } }), [id, name])
}
