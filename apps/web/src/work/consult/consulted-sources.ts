import type { DataSource, PipelineListItem, Upload } from '@millrace/contract'
import { lastUploadsOf } from '../uploads/source-files.ts'

/** A source with its last uploads; one that the master feeds with the upload that it gives. */
export type ConsultedSource = {
  source: DataSource
  /** Its own, at most four, newest first (UPL-024). */
  last: Upload[]
  fromMaster: boolean
  /** Of a source from the master the one that imports read; null where there is none, undefined where nobody can tell. */
  given: Upload | null | undefined
}

/**
 * The enabled sources of a pipeline with their uploads.
 * @param master the master's uploads; null or undefined while or where this person cannot read them
 */
export function consultedSources(
  pipeline: Pick<PipelineListItem, 'dataSources' | 'isMaster'>,
  own: readonly Upload[],
  master: readonly Upload[] | null | undefined,
): ConsultedSource[] {
  return pipeline.dataSources
    .filter(({ enabled }) => enabled)
    .map((source) => {
      const fromMaster = source.dataFromMaster && !pipeline.isMaster
      const known = fromMaster && master !== null && master !== undefined
      const given = known ? (lastUploadsOf(master, source.dataSubKind)[0] ?? null) : undefined
      return { source, last: lastUploadsOf(own, source.dataSubKind), fromMaster, given }
    })
}

/** Every upload that is listed. */
export const uploadsListed = (sources: readonly ConsultedSource[]): Upload[] =>
  sources.flatMap(({ given, last }) => [...(given ? [given] : []), ...last])
