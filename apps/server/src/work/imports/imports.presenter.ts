import type { Import, PipelineListItem, ScheduledJob } from '@millrace/contract'
import type { ImportRow, JobRow } from './imports.repository.ts'

/** IMP-042 with the extensions of the wire contract, section 18. */
export function presentImport(row: ImportRow, pipeline: PipelineListItem, totalCount?: number): Import {
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
