import type { DataSource, PipelineListItem, Upload } from '@millrace/contract'
import { sourcesNeeded } from '@millrace/contract/pipelines/pipeline.rule'
import { lastUploadsShown } from '@millrace/contract/uploads/last-uploads.rule'

/** One source of an import with the upload it would read: its own, or the master's. */
export type SourceFile = {
  source: DataSource
  /** The newest enabled upload of the sub kind, or null (D-67). */
  upload: Upload | null
  fromMaster: boolean
  /** The master's uploads cannot be read by this person: only the server can tell whether the source is ready. */
  unknown: boolean
}

/** The newest enabled upload of a sub kind (D-67). */
function lastUpload(uploads: readonly Upload[], dataSubKind: string): Upload | null {
  return newestFirst(uploads).find((upload) => upload.enabled && isOfSource(upload, dataSubKind)) ?? null
}

/** At most four of one sub kind, only enabled ones, newest first (UPL-014, D-62). */
export function lastUploadsOf(uploads: readonly Upload[], dataSubKind: string): Upload[] {
  return newestFirst(uploads)
    .filter((upload) => upload.enabled && isOfSource(upload, dataSubKind))
    .slice(0, lastUploadsShown)
}

const isOfSource = (upload: Upload, dataSubKind: string): boolean =>
  upload.from === 'source' && upload.dataSubKind === dataSubKind

const newestFirst = (uploads: readonly Upload[]): Upload[] =>
  uploads.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))

/**
 * What each source of an import would read (D-67): enabled manual and real-time sources; those fed by the master
 * take the master's last upload.
 * @param master the master's uploads; null when this person may not read them
 */
export function sourceFiles(
  pipeline: Pick<PipelineListItem, 'dataSources' | 'isMaster'>,
  own: readonly Upload[],
  master: readonly Upload[] | null,
): SourceFile[] {
  return sourcesNeeded(pipeline.dataSources).map((source) => {
    const fromMaster = source.dataFromMaster && !pipeline.isMaster
    const uploads = fromMaster ? master : own
    return {
      source,
      upload: uploads === null ? null : lastUpload(uploads, source.dataSubKind),
      fromMaster,
      unknown: fromMaster && master === null,
    }
  })
}

/** Why a source has nothing to import, or null when its last upload is valid (D-67: an invalid file never gives way to an older one). */
export function notReady({ source, upload, fromMaster, unknown }: SourceFile): string | null {
  if (unknown || upload?.status === 'valid') return null
  const where = fromMaster ? `${source.dataSubKind} (from master)` : source.dataSubKind
  if (upload === null) return `${where}: ${source.connectorType === 'manual' ? 'no file yet' : 'not fetched yet'}`
  return upload.status === 'validating' ? `${where}: still validating` : `${where}: the last file is invalid`
}
