import { type Import, notFound, type PipelineListItem, type ScheduledJob } from '@millrace/contract'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { ImportRow, JobRow } from './imports.repository.ts'

/**
 * Imports with their pipelines, in the order given.
 * @throws ApiError 40400 when the version that one of them runs is gone
 */
export async function presentImports(
  access: Pick<PipelineAccess, 'items'>,
  rows: readonly ImportRow[],
  totalCount?: number,
): Promise<Import[]> {
  const items = await access.items([...new Set(rows.map((row) => row.version_id))])
  return rows.map((row) => {
    const item = items.get(row.version_id)
    if (item === undefined) throw notFound()
    return presentImport(row, item, totalCount)
  })
}

/** The same, without those whose version is gone. */
export async function presentKnownImports(
  access: Pick<PipelineAccess, 'items'>,
  rows: readonly ImportRow[],
): Promise<Import[]> {
  const items = await access.items([...new Set(rows.map((row) => row.version_id))])
  return rows.flatMap((row) => {
    const item = items.get(row.version_id)
    return item === undefined ? [] : [presentImport(row, item)]
  })
}

/** One import as it is shown (IMP-042), with its counts, its problem and what it ran with. */
function presentImport(row: ImportRow, pipeline: PipelineListItem, totalCount?: number): Import {
  return {
    _id: row.id,
    pipeline,
    scheduledAt: row.scheduled_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endAt: row.ended_at?.toISOString() ?? null,
    state: row.state,
    success: row.success,
    user: {
      _id: row.user_id ?? '',
      userName: row.user_name,
      firstName: row.first_name,
      lastName: row.last_name,
    },
    jobId: row.job_id,
    ...(totalCount === undefined ? {} : { totalCount }),
    counts: row.counts,
    problem: row.problem,
    ranWith: row.ran_with,
  }
}

/** JOB-005; `next` is the job's import that has not started yet. */
export function presentJob(row: JobRow, pipeline: PipelineListItem, next: ImportRow | null): ScheduledJob {
  return {
    _id: row.id,
    jobKind: row.kind,
    kind: row.kind,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    scheduledDate: row.scheduled_date,
    scheduledTime: row.scheduled_time,
    repeatPattern: row.repeat_pattern,
    pipelineId: row.version_id,
    pipeline,
    ...(row.list_pipelines === null ? {} : { listPipelines: row.list_pipelines }),
    restartOnError: true,
    scheduledBy: { userName: row.user_name },
    lastExecuted: row.last_executed_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    nextImport: next === null ? null : { _id: next.id, scheduledAt: next.scheduled_at.toISOString() },
  }
}
