import type { PipelineListItem, ScheduledJob } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { presentJob } from '../imports.presenter.ts'
import type { JobRow } from '../imports.repository.ts'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { pipelinesOfVersions } from '../../../people/users/assigned-pipelines.reads.ts'
import { nextImports } from './planning.repository.ts'

/**
 * Jobs as they are shown (JOB-005), in the order given, each with its next import. What the caller does not see is left
 * out: jobs of a master, which its countries belong to as well, and countries of a plan (S3).
 */
export async function presentJobs(
  db: Connection,
  access: Pick<PipelineAccess, 'items' | 'seenAmong'>,
  caller: Caller,
  rows: readonly JobRow[],
): Promise<ScheduledJob[]> {
  const next = await nextImports(
    db,
    rows.map((row) => row.id),
  )
  const items: ReadonlyMap<string, PipelineListItem> = await access.items([
    ...new Set(rows.map((row) => row.version_id)),
  ])
  const pipelineOf = await pipelinesOfVersions(
    db,
    rows.flatMap((row) => row.list_pipelines ?? []),
  )
  const seen = await access.seenAmong(caller, [...rows.map((row) => row.pipeline_id), ...pipelineOf.values()])
  const isSeen = (versionId: string) => seen.has(pipelineOf.get(versionId) ?? '')
  return rows.flatMap((row) => {
    const item = items.get(row.version_id)
    if (item === undefined || !seen.has(row.pipeline_id)) return []
    const list_pipelines = row.list_pipelines?.filter(isSeen) ?? null
    return [presentJob({ ...row, list_pipelines }, item, next.get(row.id) ?? null)]
  })
}
