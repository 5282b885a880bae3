import type { DataSource, PipelineListItem } from '@millrace/contract'
import type { Logger } from 'pino'
import { type FetchDeps, fetchSource, SourceError } from './fetch-source.ts'
import { discardAll } from './incoming.ts'
import type { TakenFile } from './store-uploads.ts'

/** What the sources hold now, as files that are not kept yet; when one fails, there is none. @throws FetchError */
export type FetchAll = (
  pipeline: PipelineListItem,
  sources: readonly DataSource[],
  signal: AbortSignal,
) => Promise<TakenFile[]>

/** A fetch that failed, with the source it was for. */
export class FetchError extends Error {
  readonly dataSubKind: string
  constructor(dataSubKind: string, problem: SourceError) {
    super(problem.message, { cause: problem })
    this.dataSubKind = dataSubKind
  }
}

/** Whether a person may have the source fetched: enabled, real-time, and not fed by the master. */
export const isFetched = (pipeline: Pick<PipelineListItem, 'isMaster'>, source: DataSource): boolean =>
  source.enabled && source.connectorType === 'real-time' && (pipeline.isMaster || !source.dataFromMaster)

export function createFetchAll(
  deps: FetchDeps & { storedSources: (versionId: string) => Promise<DataSource[]> },
  log: Pick<Logger, 'warn'>,
): FetchAll {
  return async (pipeline, wanted, signal) => {
    // A list item hides the secrets of its sources.
    const names = wanted.map(({ dataSubKind }) => dataSubKind)
    const sources = (await deps.storedSources(pipeline._id)).filter(({ dataSubKind }) => names.includes(dataSubKind))
    const failed = new AbortController()
    const either = AbortSignal.any([signal, failed.signal])
    const done = await Promise.allSettled(
      sources.map(async (source) => {
        try {
          return await fetchSource(deps, pipeline, source, either)
        } catch (error) {
          // The others were aborted because of this one, so it is marked as the cause.
          const first = !failed.signal.aborted
          failed.abort()
          if (!(error instanceof SourceError)) throw error
          throw first ? new FetchError(source.dataSubKind, error) : error
        }
      }),
    )
    const taken = done.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const faults = done.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
    if (faults.length === 0) return taken
    await discardAll(taken)
    signal.throwIfAborted()
    const cause = faults.find((fault) => fault instanceof FetchError) ?? faults[0]
    if (cause instanceof FetchError) {
      const about = { pipeline: pipeline._id, dataSubKind: cause.dataSubKind }
      log.warn({ ...about, reason: cause.message }, 'a real-time source could not be fetched')
    }
    throw cause
  }
}
