import type { ImportCounts, JobKind, RanWith } from '@millrace/contract'
import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { newId } from '../../platform/database/ids.ts'
import { notify } from '../../platform/notices/notices.ts'
import type { Caller } from '../../platform/http/caller.ts'

export type ImportRow = Selectable<Tables['imports']>
export type JobRow = Selectable<Tables['jobs']>

export type NewJob = {
  kind: JobKind
  pipelineId: string
  versionId: string
  listPipelines: string[] | null
  timeZone: string
  scheduledAt: Date
}

export async function insertJob(db: Connection, caller: Caller, job: NewJob): Promise<string> {
  const id = newId()
  await db
    .insertInto('jobs')
    .values({
      id,
      kind: job.kind,
      pipeline_id: job.pipelineId,
      version_id: job.versionId,
      list_pipelines: job.listPipelines,
      scheduled_at: job.scheduledAt,
      scheduled_date: null,
      scheduled_time: null,
      repeat_pattern: null,
      time_zone: job.timeZone,
      user_id: caller.userId,
      user_name: caller.userName,
    })
    .execute()
  return id
}

export type NewImport = {
  jobId: string
  kind: JobKind
  position: number
  pipelineId: string
  versionId: string
  state: 'pending' | 'sequential'
  scheduledAt: Date
}

/** The unique index on blocking imports decides between simultaneous starts (G8): the loser gets its violation. */
export async function insertImport(db: Connection, caller: Caller, entry: NewImport): Promise<string> {
  const id = newId()
  await db
    .insertInto('imports')
    .values({
      id,
      job_id: entry.jobId,
      kind: entry.kind,
      position: entry.position,
      pipeline_id: entry.pipelineId,
      version_id: entry.versionId,
      state: entry.state,
      success: null,
      scheduled_at: entry.scheduledAt,
      user_id: caller.userId,
      user_name: caller.userName,
      first_name: caller.firstName,
      last_name: caller.lastName,
      ran_with: null,
      problem: null,
    })
    .execute()
  await notify(db, { about: 'import', id, pipelineId: entry.pipelineId, change: 'insert' })
  return id
}

const oneBlocking = 'imports_one_blocking'
const uniqueViolation = '23505'

/** Whether the fault is that another import of the pipeline runs or is about to. */
export function isBlockedByAnother(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === uniqueViolation && constraint === oneBlocking
}

export async function findImport(db: Connection, id: string): Promise<ImportRow | null> {
  return (await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Entries of the job before this one that have not ended: the import waits for them. */
const waitsFor = sql<boolean>`exists (
  select 1 from imports before
  where before.job_id = imports.job_id and before.position < imports.position
    and before.state in ('pending', 'busy', 'progress', 'sequential'))`

/** A pending import of a plan whose due instant has come (G10): it is queued, or waits for its pipeline. */
export const released = sql<boolean>`(imports.state = 'pending' and exists (
  select 1 from schedule_runs run
  where run.job_id = imports.job_id and run.due_at = imports.scheduled_at and run.outcome in ('run', 'waiting')))`

/**
 * Takes an import for running under a new fencing number; from then on earlier holders can write nothing (G5).
 * One that was under way already is taken over. The index refuses it while another import of the pipeline blocks.
 * @returns null when it has ended, is gone, or it is not its turn
 */
export async function takeImport(db: Connection, id: string, at: Date): Promise<ImportRow | null> {
  const row = await db
    .updateTable('imports')
    .set((set) => ({
      state: 'busy' as const,
      attempt: set('attempt', '+', 1),
      started_at: sql<Date>`coalesce(started_at, ${at.toISOString()}::timestamptz)`,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'sequential', 'busy', 'progress'])
    .where((where) => where.not(waitsFor))
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  await notify(db, { about: 'import', id, pipelineId: row.pipeline_id, change: 'update' })
  return row
}

/** The import as this attempt holds it. */
export type Held = { id: string; attempt: number; pipelineId: string }

const held = (db: Connection, { id, attempt }: Held) =>
  db
    .updateTable('imports')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['busy', 'progress'])

/** Inputs are loaded and fixed: the import is in progress. False when another holds it. */
export async function startProgress(db: Connection, entry: Held, ranWith: RanWith): Promise<boolean> {
  const row = await held(db, entry)
    .set({ state: 'progress', ran_with: JSON.stringify(ranWith) })
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined)
    await notify(db, { about: 'import', id: entry.id, pipelineId: entry.pipelineId, change: 'update' })
  return row !== undefined
}

/** Counts so far, for those who watch. False when another holds it. */
export async function saveCounts(db: Connection, entry: Held, counts: ImportCounts): Promise<boolean> {
  const row = await held(db, entry)
    .set({ counts: JSON.stringify(counts) })
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined)
    await notify(db, { about: 'import', id: entry.id, pipelineId: entry.pipelineId, change: 'update' })
  return row !== undefined
}

/** Locks the row until the transaction ends, if this attempt still holds the import: nobody takes or aborts it meanwhile. */
export async function holdImport(db: Connection, { id, attempt }: Held): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['busy', 'progress'])
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this attempt still runs the import; unlike `holdImport` it promises nothing for the next moment. */
export async function isHeld(db: Connection, { id, attempt }: Held): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['busy', 'progress'])
    .executeTakeFirst()
  return row !== undefined
}

export type ImportEnd = { success: boolean; counts: ImportCounts; problem: string | null; endedAt: Date }

/** The one conditional update that ends a run (G2). False when it has ended already or another holds it. */
export async function endImport(db: Connection, entry: Held, end: ImportEnd): Promise<boolean> {
  const row = await held(db, entry)
    .set({
      state: end.success ? 'completed' : 'failed',
      success: end.success,
      counts: JSON.stringify(end.counts),
      problem: end.problem?.replaceAll('\0', '\uFFFD') ?? null,
      ended_at: end.endedAt,
    })
    .returning('id')
    .executeTakeFirst()
  if (row !== undefined)
    await notify(db, { about: 'import', id: entry.id, pipelineId: entry.pipelineId, change: 'update' })
  return row !== undefined
}

/** Ends a running import from outside; the fencing number shuts out whoever runs it (G2, G5). Null when it does not run. */
export async function abortImport(db: Connection, id: string, at: Date): Promise<ImportRow | null> {
  const row = await db
    .updateTable('imports')
    .set((set) => ({
      state: 'aborted' as const,
      success: false,
      attempt: set('attempt', '+', 1),
      abort_requested_at: at,
      ended_at: at,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['busy', 'progress', 'sequential'])
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  await notify(db, { about: 'import', id, pipelineId: row.pipeline_id, change: 'update' })
  return row
}

/** Imports whose turn it may be now that this one has ended: the next of its chain, and what waited for its pipeline. */
export async function nextInTurn(db: Connection, ended: { jobId: string; pipelineId: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where((where) => where.or([where('state', '=', 'sequential'), released]))
    .where((where) => where.or([where('job_id', '=', ended.jobId), where('pipeline_id', '=', ended.pipelineId)]))
    .where((where) => where.not(waitsFor))
    .execute()
  return rows.map((row) => row.id)
}

/** Marks the job as over once none of its imports is open; a repeat goes on until a person ends it. */
export async function endJobIfDone(db: Connection, jobId: string, at: Date): Promise<void> {
  const row = await db
    .updateTable('jobs')
    .set({ ended_at: at, last_executed_at: at })
    .where('id', '=', jobId)
    .where('kind', 'in', ['immediate', 'scheduled', 'sequential'])
    .where('ended_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('imports')
            .select('imports.id')
            .whereRef('imports.job_id', '=', 'jobs.id')
            .where('imports.state', 'in', ['pending', 'busy', 'progress', 'sequential']),
        ),
      ),
    )
    .returning(['kind', 'pipeline_id'])
    .executeTakeFirst()
  // Only plans are listed.
  if (row?.kind === 'scheduled') {
    await notify(db, { about: 'job', id: jobId, pipelineId: row.pipeline_id, change: 'delete' })
  }
}

/**
 * When the first import of this run of a chain began: the inputs of all of it are fixed at that instant (settled point
 * 4). Null for an import of a single pipeline.
 */
export async function chainStart(db: Connection, of: Pick<ImportRow, 'job_id' | 'scheduled_at'>): Promise<Date | null> {
  const row = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.job_id')
    .select((select) => select.fn.min('imports.started_at').as('at'))
    .where('jobs.id', '=', of.job_id)
    .where('jobs.list_pipelines', 'is not', null)
    .where('imports.scheduled_at', '=', of.scheduled_at)
    .executeTakeFirst()
  return (row?.at as Date | null | undefined) ?? null
}

/** Imports that should be queued or running: asked now and then, so that none is forgotten whatever went wrong. */
export async function openImports(db: Connection): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where((where) =>
      where.or([
        where('state', 'in', ['busy', 'progress']),
        where.and([where('state', '=', 'pending'), where('kind', '=', 'immediate')]),
        where.and([where.or([where('state', '=', 'sequential'), released]), where.not(waitsFor)]),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** Import ids of a pipeline, newest first (API-035). */
export async function importIds(db: Connection, pipelineId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('pipeline_id', '=', pipelineId)
    .orderBy('scheduled_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => row.id)
}
