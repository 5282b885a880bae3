import { type Overview, waitReasonOf } from '@millrace/contract'
import type { LostMailRow } from '../../people/mail/unsent-mails.reads.ts'
import type { FailedRow, NextPlanRow, RunningRow, WaitingRow } from '../imports/imports-now.reads.ts'
import type { InvalidUploadRow } from '../uploads/invalid-uploads.reads.ts'
import type { WorkerRow } from '../workers/workers.reads.ts'

type Part<K extends 'running' | 'waiting' | 'failed' | 'invalid' | 'plans'> = Overview[K]['few'][number]
type PipelineRow = { version_id: string; pipeline_name: string; pipeline_version: number }

/** How many there are of what these rows are the first of. */
export const totalOf = (rows: readonly { total: number }[]): number => rows[0]?.total ?? 0

/** The first few as they are shown, with the number of all. */
export const few = <R extends { total: number }, T>(rows: readonly R[], one: (row: R) => T) => ({
  count: totalOf(rows),
  few: rows.map(one),
})

const pipelineOf = (row: PipelineRow) => ({
  _id: row.version_id,
  name: row.pipeline_name,
  version: row.pipeline_version,
})

export const runningNow = (row: RunningRow): Part<'running'> => ({
  _id: row.id,
  pipeline: pipelineOf(row),
  state: row.state,
  startedAt: row.started_at?.toISOString() ?? null,
  attempt: row.attempt,
  userName: row.user_name,
})

/** An import that waits, with the reason; `places` and `running` are those of all workers together. */
export const waitingImport =
  (facts: { isPaused: boolean; places: number; running: number }) =>
  (row: WaitingRow): Part<'waiting'> => {
    const why = waitReasonOf({
      ...facts,
      isBehindOther: row.before_id !== null,
      isPipelineBusy: row.blocker_id !== null,
    })
    return {
      _id: row.id,
      pipeline: pipelineOf(row),
      state: row.state,
      scheduledAt: row.scheduled_at.toISOString(),
      userName: row.user_name,
      why,
      behind: behindOf(row, why),
    }
  }

function behindOf(row: WaitingRow, why: Part<'waiting'>['why']): Part<'waiting'>['behind'] {
  if (why === 'turn' && row.before_id !== null) return { _id: row.before_id, pipelineName: row.before_name ?? '' }
  if (why === 'pipeline' && row.blocker_id !== null) return { _id: row.blocker_id, pipelineName: row.pipeline_name }
  return null
}

export const failedImport = (row: FailedRow): Part<'failed'> => ({
  _id: row.id,
  pipeline: pipelineOf(row),
  endAt: row.ended_at.toISOString(),
  problem: row.problem,
})

export const invalidUpload = (row: InvalidUploadRow): Part<'invalid'> => ({
  _id: row.id,
  pipeline: pipelineOf(row),
  dataSubKind: row.data_sub_kind,
  originalFilename: row.original_filename,
  createdAt: row.created_at.toISOString(),
  findings: row.total_findings,
})

export const nextPlan = (row: NextPlanRow): Part<'plans'> => ({
  _id: row.id,
  pipeline: pipelineOf(row),
  dueAt: row.next_due_at.toISOString(),
  userName: row.user_name,
})

export const worker = (row: WorkerRow): Overview['workers'][number] => ({
  _id: row.id,
  host: row.host,
  pid: row.pid,
  startedAt: row.started_at.toISOString(),
  seenAt: row.seen_at.toISOString(),
  alive: row.alive,
  slots: row.slots,
  used: row.alive ? row.used : 0,
})

export const lostMail = (row: LostMailRow): Overview['mails']['lost']['few'][number] => ({
  at: row.at.toISOString(),
  occasion: row.occasion,
  reason: row.reason,
})
