import { type DataSource, missingProperties, type PipelineListItem, sourcesNeeded } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { newestSources, type UploadRow } from '../../uploads/uploads.reads.ts'
import { pipelineOfVersion } from '../../../documents/pipelines/pipelines.reads.ts'

/** A source of an import with the upload it reads: the newest enabled one, whatever its status; null without any. */
export type SourceInput = { source: DataSource; upload: UploadRow | null }

/**
 * The last upload of each needed source (D-67): the pipeline's own, or the master's for
 * dataFromMaster. An invalid or validating newest upload is never passed over for an older one.
 * @param masterUntil the master's uploads as they stood at that instant, for chains; asked where the master's are read
 */
export async function inputsOf(
  db: Connection,
  pipeline: { pipelineId: string; item: Pick<PipelineListItem, 'dataSources' | 'masterPipeline' | 'isMaster'> },
  masterUntil: () => Promise<Date | null> = async () => null,
): Promise<SourceInput[]> {
  const needed = sourcesNeeded(pipeline.item.dataSources)
  const own = await newestSources(db, pipeline.pipelineId)
  const fromMaster = (source: DataSource): boolean => source.dataFromMaster && !pipeline.item.isMaster
  const masterId =
    needed.some(fromMaster) && pipeline.item.masterPipeline !== null
      ? ((await pipelineOfVersion(db, pipeline.item.masterPipeline))?.documentId ?? null)
      : null
  const masters =
    masterId === null
      ? new Map<string, UploadRow>()
      : await newestSources(db, masterId, (await masterUntil()) ?? undefined)
  return needed.map((source) => ({
    source,
    upload: (fromMaster(source) ? masters : own).get(source.dataSubKind) ?? null,
  }))
}

export const isReady = (inputs: readonly SourceInput[]): boolean =>
  inputs.every(({ upload }) => upload?.status === 'valid')

/** Names of missing properties of all these pipelines, each once, in the order of the form (IMP-010). */
export function missingPropertiesOf(items: readonly PipelineListItem[]): string[] {
  return [...new Set(items.flatMap((item) => missingProperties(item)))]
}
