import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type ImportRow, type JobRow, released } from '../imports.repository.ts'
import { notify } from '../../../platform/notices/notices.ts'
import { plannedKinds } from './planning.repository.ts'

export type Outcome = Tables['schedule_runs']['outcome']
export type Decision = { dueAt: Date; outcome: Outcome; reason: string | null }

/** Plans that are due by this clock, the longest due first. */
export async function duePlans(db: Connection, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', [...plannedKinds])
    .where('ended_at', 'is', null)
    .where('next_due_at', '<=', at)
    .orderBy('next_due_at')
    .execute()
  return rows.map((row) => row.id)
}

/** The imports that wait for the plan's next due instant, in the order they will run. */
export async function pendingOf(db: Connection, jobId: string): Promise<ImportRow[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'pending')
    .where((where) => where.not(released))
    .orderBy('position')
    .execute()
}

/**
 * Writes what becomes of due instants. The key decides: an instant that was decided before keeps its outcome (G10).
 * @returns the instants decided now, in milliseconds since the epoch
 */
export async function insertDecisions(
  db: Connection,
  jobId: string,
  decisions: readonly Decision[],
): Promise<Set<number>> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into schedule_runs (job_id, due_at, outcome, reason)
    select ${jobId}, due.at, due.outcome, due.reason from unnest(
      ${decisions.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${decisions.map(({ outcome }) => outcome)}::text[],
      ${decisions.map(({ reason }) => reason)}::text[]
    ) as due(at, outcome, reason)
    on conflict do nothing
    returning due_at`.execute(db)
  return new Set(rows.map((row) => row.due_at.getTime()))
}

/** Instants from `from` on that were decided already, in milliseconds since the epoch: a clock that was ahead left them. */
export async function decidedSince(db: Connection, jobId: string, from: Date): Promise<Set<number>> {
  const rows = await db
    .selectFrom('schedule_runs')
    .select('due_at')
    .where('job_id', '=', jobId)
    .where('due_at', '>=', from)
    .execute()
  return new Set(rows.map((row) => row.due_at.getTime()))
}

/** Runs of the plan that were released and have not ended; `begun` once one of their imports started. */
export async function openRuns(db: Connection, jobId: string): Promise<{ begun: boolean }[]> {
  const { rows } = await sql<{ begun: boolean }>`
    select exists (
      select 1 from imports i
      where i.job_id = ${jobId} and i.scheduled_at = run.scheduled_at and i.started_at is not null
        and i.kind in ('scheduled', 'repeat')
    ) as begun
    from (
      select distinct scheduled_at from imports
      where job_id = ${jobId} and (state in ('busy', 'progress', 'sequential') or ${released})
    ) run`.execute(db)
  return rows
}

/** Who runs at this moment: an import of the plan itself, else one of the pipeline; null when none does. */
export async function runningImport(
  db: Connection,
  { jobId, pipelineId }: { jobId: string; pipelineId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where((where) => where.or([where('job_id', '=', jobId), where('pipeline_id', '=', pipelineId)]))
    .where('blocking', '=', true)
    .orderBy(sql`job_id = ${jobId} desc`)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Pending imports become due at another instant, and of another state where they run one after the other. */
export async function movePending(
  db: Connection,
  imports: readonly ImportRow[],
  { dueAt, state = 'pending' }: { dueAt: Date; state?: 'pending' | 'sequential' },
): Promise<void> {
  for (const { id, pipeline_id: pipelineId } of imports) {
    await db.updateTable('imports').set({ scheduled_at: dueAt, state }).where('id', '=', id).execute()
    await notify(db, { about: 'import', id, pipelineId, change: 'update' })
  }
}

/** The same imports once more, for the instant after; they come after all others of the plan. */
export async function repeatPending(db: Connection, imports: readonly ImportRow[], dueAt: Date): Promise<void> {
  const last = Math.max(...imports.map((row) => row.position))
  for (const [n, row] of imports.entries()) {
    const id = newId()
    await db
      .insertInto('imports')
      .values({
        id,
        job_id: row.job_id,
        kind: row.kind,
        position: last + 1 + n,
        pipeline_id: row.pipeline_id,
        version_id: row.version_id,
        state: 'pending',
        success: null,
        scheduled_at: dueAt,
        user_id: row.user_id,
        user_name: row.user_name,
        first_name: row.first_name,
        last_name: row.last_name,
        ran_with: null,
        problem: null,
      })
      .execute()
    await notify(db, { about: 'import', id, pipelineId: row.pipeline_id, change: 'insert' })
  }
}

/** Ends imports that never began, for a reason the person can read. */
export async function failPending(
  db: Connection,
  imports: readonly ImportRow[],
  { problem, at }: { problem: string; at: Date },
): Promise<void> {
  for (const { id, pipeline_id: pipelineId } of imports) {
    await db
      .updateTable('imports')
      .set({ state: 'failed', success: false, problem, ended_at: at })
      .where('id', '=', id)
      .execute()
    await notify(db, { about: 'import', id, pipelineId, change: 'update' })
  }
}

/** The plan after a due instant; without a next one nothing of it is to come. */
export async function advancePlan(
  db: Connection,
  job: Pick<JobRow, 'id' | 'pipeline_id'>,
  { nextDueAt, executedAt }: { nextDueAt: Date | null; executedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ next_due_at: nextDueAt, ...(executedAt === null ? {} : { last_executed_at: executedAt }) })
    .where('id', '=', job.id)
    .execute()
  await notify(db, { about: 'job', id: job.id, pipelineId: job.pipeline_id, change: 'update' })
}

/** When the plan is due next; null when it has ended, or nothing of it is to come. */
export async function nextDueAt(db: Connection, jobId: string): Promise<Date | null> {
  const job = await db
    .selectFrom('jobs')
    .select('next_due_at')
    .where('id', '=', jobId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return job?.next_due_at ?? null
}

/** Statements of the transaction at hand wait for a lock so long at most, such as '3s'. */
export async function limitLockTime(tx: Connection, duration: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${duration}, true)`.execute(tx)
}
