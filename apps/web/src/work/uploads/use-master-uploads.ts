import type { PipelineListItem, Upload } from '@millrace/contract'
import { useUploads } from './use-uploads.ts'

/**
 * The last uploads of the master that feeds sources of a country, followed live: undefined until they are known, null
 * where no source is fed or this person may not read them. Then only the server can tell what they are.
 */
export function useMasterUploads(
  pipeline: Pick<PipelineListItem, 'isMaster' | 'masterPipeline' | 'dataSources'>,
): readonly Upload[] | null | undefined {
  const fed = !pipeline.isMaster && pipeline.dataSources.some((source) => source.enabled && source.dataFromMaster)
  const master = useUploads(fed ? (pipeline.masterPipeline ?? undefined) : undefined, { quiet: true })
  return !fed || pipeline.masterPipeline === null || master.error !== null ? null : master.uploads
}
