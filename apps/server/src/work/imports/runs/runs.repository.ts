import type { ImportCounts, RanWith } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { noticeOfRow, notify } from '../../../platform/notices/notices.ts'
import { type ImportRow, released } from '../imports.repository.ts'
import { isPaused } from '../pause/pause.reads.ts'

/** Entries of the job before this one that have not ended: the import waits for them. */
const waitsFor = sql<boolean>`exists (
  select 1 from imports before
  where before.job_id = imports.job_id and before.position < imports.position
    and before.state in ('pending', 'busy', 'progress', 'sequential'))`

/**
 * Takes an import for running under a new fencing number; from then on earlier holders can write nothing (G5).
 * One that was under way already is taken over, also while imports are paused. The index refuses it while another import of the pipeline blocks.
 * @returns null when it has ended, is gone, it is not its turn, or imports are paused
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
    .where((where) => where.or([where('state', 'in', ['busy', 'progress']), where.not(isPaused)]))
    .returningAll()
    .returning(noticeOfRow({ about: 'import', id, change: 'update' }, { pipelineId: 'pipeline_id' }))
    .executeTakeFirst()
  if (row === undefined) return null
  const { notified: _, ...taken } = row
  return taken
}

/** One attempt at running an import, by its fencing number. A later attempt, or an abort, makes it powerless. */
export type ImportAttempt = { id: string; attempt: number; pipelineId: string }

const ofAttempt = (db: Connection, { id, attempt }: ImportAttempt) =>
  db
    .updateTable('imports')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['busy', 'progress'])

const noticeOf = ({ id, pipelineId }: ImportAttempt) =>
  noticeOfRow({ about: 'import', id, pipelineId, change: 'update' })

/** Inputs are loaded and fixed: the import is in progress. False when another holds it. */
export async function startProgress(db: Connection, entry: ImportAttempt, ranWith: RanWith): Promise<boolean> {
  const row = await ofAttempt(db, entry)
    .set({ state: 'progress', ran_with: JSON.stringify(ranWith) })
    .returning(['id', noticeOf(entry)])
    .executeTakeFirst()
  return row !== undefined
}

/** Counts so far, for those who watch. False when another holds it. */
export async function saveCounts(db: Connection, entry: ImportAttempt, counts: ImportCounts): Promise<boolean> {
  const row = await ofAttempt(db, entry)
    .set({ counts: JSON.stringify(counts) })
    .returning(['id', noticeOf(entry)])
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the row until the transaction ends, if this attempt still holds the import: nobody takes or aborts it meanwhile. */
export const lockImport = async (db: Connection, attempt: ImportAttempt): Promise<boolean> =>
  (await lockOf(db, attempt).executeTakeFirst()) !== undefined

/** As `lockImport`; the transaction ends when its process says nothing for so long, such as '20s'. */
export async function holdImport(tx: Connection, attempt: ImportAttempt, maxIdle: string): Promise<boolean> {
  const limited = sql`set_config('idle_in_transaction_session_timeout', ${maxIdle}, true)`.as('limited')
  return (await lockOf(tx, attempt).select(limited).executeTakeFirst()) !== undefined
}

const lockOf = (db: Connection, { id, attempt }: ImportAttempt) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['busy', 'progress'])
    .forUpdate()

/** Whether this attempt still runs the import; unlike `lockImport` it promises nothing for the next moment. */
export async function isCurrent(db: Connection, { id, attempt }: ImportAttempt): Promise<boolean> {
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
export async function endImport(db: Connection, entry: ImportAttempt, end: ImportEnd): Promise<boolean> {
  const row = await ofAttempt(db, entry)
    .set({
      state: end.success ? 'completed' : 'failed',
      success: end.success,
      counts: JSON.stringify(end.counts),
      problem: end.problem?.replaceAll('\0', '\uFFFD') ?? null,
      ended_at: end.endedAt,
    })
    .returning(['id', noticeOf(entry)])
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a running import from outside; the new fencing number shuts out the process that runs it (G2, G5). Null when it does not run. */
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
export async function importsToContinue(
  db: Connection,
  ended: { jobId: string; pipelineId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where((where) => where.or([where('state', '=', 'sequential'), released]))
    .where((where) => where.or([where('job_id', '=', ended.jobId), where('pipeline_id', '=', ended.pipelineId)]))
    .where((where) => where.not(waitsFor))
    .execute()
  return rows.map((row) => row.id)
}

/**
 * When the first import of this run of a chain began: the inputs of all of it are fixed at that instant.
 * Null for an import of a single pipeline.
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

/** Whether nobody has aborted the import or taken it over since this attempt began, also after its end. */
export async function isLastAttempt(db: Connection, { id, attempt }: ImportAttempt): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return row !== undefined
}

/** The zone that the job was planned or started in. */
export async function timeZoneOfJob(db: Connection, jobId: string): Promise<string> {
  return (await db.selectFrom('jobs').select('time_zone').where('id', '=', jobId).executeTakeFirstOrThrow()).time_zone
}
