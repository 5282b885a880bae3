import { setTimeout as sleep } from 'node:timers/promises'
import { type DataSource, invalid, type PipelineListItem } from '@millrace/contract'
import type { LogWriter } from '../logs/log-writer.ts'
import type { PipelineAccess, RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import { type FetchAll, FetchError, isFetched } from './fetch-all.ts'
import { discardAll } from './incoming.ts'
import { type StorePlatform, storeUploads, type TakenFile } from './store-uploads.ts'
import { requireSpace } from './uploads.policy.ts'
import { findUploads } from './uploads.reads.ts'
import { fetchedForRun, isPlannedJob } from './uploads.repository.ts'

/** The import that became due. */
export type DueImport = { id: string; job_id: string; scheduled_at: Date; version_id: string; user_id: string | null }
/** Uploads that a planned import must read, by sub kind. */
export type Refreshed = ReadonlyMap<string, string>
export type RefreshRealTime = (
  row: DueImport,
  definition: Pick<RunDefinition, 'pipelineId' | 'masterId' | 'item'>,
  writer: Pick<LogWriter, 'write'>,
  signal: AbortSignal,
) => Promise<Refreshed>

const pollMs = 100

/**
 * Before a planned import chooses its inputs, its real-time sources are fetched and validated; a plan over them would
 * else repeat what was fetched when it was made. The sources of a master are fetched once for all its countries of one
 * run. An attempt after a crash finds what the one before has fetched.
 * @returns nothing for an import that a person started
 * @throws ApiError 40000 with the cause when a source cannot be fetched: the import fails with it (D-74)
 */
export function createRefresh(
  platform: StorePlatform,
  { access, fetchAll }: { access: Pick<PipelineAccess, 'items'>; fetchAll: FetchAll },
): RefreshRealTime {
  const { db, files } = platform

  async function refreshOne(
    row: DueImport,
    owner: { pipelineId: string; versionId: string; item: PipelineListItem },
    sources: readonly DataSource[],
    report: { writer: Pick<LogWriter, 'write'>; signal: AbortSignal },
  ): Promise<Map<string, string>> {
    const before = await fetchedForRun(db, { jobId: row.job_id, scheduledAt: row.scheduled_at }, owner.pipelineId)
    const missing = sources.filter((source) => !before.has(source.dataSubKind))
    if (missing.length === 0) return before
    await requireSpace(files)
    for (const { dataSubKind } of missing)
      report.writer.write('info', 'Fetching what the source holds now', dataSubKind)
    let taken: TakenFile[]
    try {
      taken = await fetchAll(owner.item, missing, report.signal)
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      throw invalid(`The real-time source ${error.dataSubKind} is not available: ${error.message}`)
    }
    try {
      const { pipelineId, versionId } = owner
      const by = { pipelineId, versionId, createdBy: row.user_id, importId: row.id }
      const stored = await storeUploads(platform, by, taken)
      return new Map([...before, ...stored.map((upload) => [upload.dataSubKind, upload._id] as const)])
    } catch (error) {
      await discardAll(taken)
      throw error
    }
  }

  /** Until none is validating any more; the queue sees to it that this ends. */
  async function validated(ids: readonly string[], signal: AbortSignal): Promise<void> {
    for (;;) {
      const rows = await findUploads(db, ids)
      if (!rows.some((row) => row.status === 'validating')) return
      await sleep(pollMs, undefined, { signal })
    }
  }

  return async (row, { pipelineId, masterId, item }, writer, signal) => {
    if (!(await isPlannedJob(db, row.job_id))) return new Map()
    const report = { writer, signal }
    const own = item.dataSources.filter((source) => isFetched(item, source))
    const refreshed = await refreshOne(row, { pipelineId, versionId: row.version_id, item }, own, report)
    const master =
      item.masterPipeline === null ? undefined : (await access.items([item.masterPipeline])).get(item.masterPipeline)
    const lent = item.dataSources.filter((source) => source.enabled && source.dataFromMaster && !item.isMaster)
    if (masterId !== null && master !== undefined && lent.length > 0) {
      const names = lent.map((source) => source.dataSubKind)
      const sources = master.dataSources.filter(
        (source) => names.includes(source.dataSubKind) && isFetched(master, source),
      )
      const owner = { pipelineId: masterId, versionId: master._id, item: master }
      for (const [kind, id] of await refreshOne(row, owner, sources, report)) {
        if (names.includes(kind)) refreshed.set(kind, id)
      }
    }
    await validated([...refreshed.values()], signal)
    return refreshed
  }
}
