import {
  type DataSource,
  conflict,
  acceptsExtension,
  invalid,
  missingProperties,
  type PipelineListItem,
  textWith,
  texts,
} from '@millrace/contract'
import { adviceForEnding } from '@millrace/contract/uploads/file-advice.rule'
import type { FileStore } from '../../platform/files/file-store.ts'

/** Below this much free space nothing is taken in any more: what is under way needs it. */
export const minFreeBytes = 1024 ** 3
const noSpace = 'The server is short of free space: files cannot be taken in at the moment.'

/** ApiError 40900 when the disk is nearly full, before anything is written to it. */
export async function requireSpace(store: FileStore): Promise<void> {
  if ((await store.freeBytes()) < minFreeBytes) throw conflict(noSpace)
}

/** ApiError 40000 unless brand, data kind, locale and product line are all set (UPL-008). */
export function requireClassified(pipeline: PipelineListItem): void {
  if (missingProperties(pipeline).length > 0) throw invalid(texts.missingProperties)
}

/**
 * The source a file may be sent to: enabled and manual, and on a country not fed by its master.
 * @throws ApiError 40000 'Unknown data source …', 'The file type is not accepted for …'
 */
export function uploadSource(pipeline: PipelineListItem, file: { dataSubKind: string; fileName: string }): DataSource {
  const source = pipeline.dataSources.find((entry) => entry.dataSubKind === file.dataSubKind)
  const open =
    source?.enabled === true && source.connectorType === 'manual' && (pipeline.isMaster || !source.dataFromMaster)
  if (source === undefined || !open) throw invalid(textWith.unknownSource(file.dataSubKind))
  if (!acceptsExtension(source.contentType, file.fileName)) {
    throw invalid(textWith.fileTypeRefused(file.dataSubKind, adviceForEnding(source.contentType, file.fileName)))
  }
  return source
}
