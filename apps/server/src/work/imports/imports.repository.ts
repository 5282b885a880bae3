import type { JobKind } from '@millrace/contract'
import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { notify } from '../../platform/notices/notices.ts'

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

/** A pending import of a plan whose due instant has come (G10): it is queued, or waits for its pipeline. */
export const released = sql<boolean>`(imports.state = 'pending' and exists (
  select 1 from schedule_runs run
  where run.job_id = imports.job_id and run.due_at = imports.scheduled_at and run.outcome in ('run', 'waiting')))`

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

/** Import ids of a pipeline, newest first (API-035). */
export async function importIds(db: Connection, pipelineIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('pipeline_id', 'in', [...pipelineIds])
    .orderBy('scheduled_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * The running import, else the pending one, else the last. What a master plans for this pipeline shows when it runs;
 * of a master itself, imports of its open job show.
 */
export async function currentImport(db: Connection, pipelineId: string): Promise<ImportRow | null> {
  const row = await db
    .selectFrom('imports')
    .innerJoin('jobs', 'jobs.id', 'imports.job_id')
    .selectAll('imports')
    .where((where) =>
      where.or([
        where.and([
          where('imports.pipeline_id', '=', pipelineId),
          where.or([where('imports.state', '!=', 'pending'), where('jobs.pipeline_id', '=', pipelineId)]),
        ]),
        where.and([where('jobs.pipeline_id', '=', pipelineId), where('jobs.ended_at', 'is', null)]),
      ]),
    )
    .orderBy((order) =>
      order
        .case()
        .when('imports.state', 'in', ['busy', 'progress'])
        .then(0)
        .when('imports.state', '=', 'sequential')
        .then(1)
        .when('imports.state', '=', 'pending')
        .then(2)
        .else(3)
        .end(),
    )
    // Of several that wait the first, of several that ended the last.
    .orderBy(sql`case when imports.state in ('pending', 'sequential') then imports.position end`)
    .orderBy('imports.scheduled_at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The job while it is planned or running: the import's, else one of the pipeline itself (a master's chain). */
export async function openJob(db: Connection, pipelineId: string, imp: ImportRow | null): Promise<JobRow | null> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where((where) =>
      where.or([where('pipeline_id', '=', pipelineId), ...(imp === null ? [] : [where('id', '=', imp.job_id)])]),
    )
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.find((row) => row.id === imp?.job_id) ?? rows[0] ?? null
}

/** The imports with these ids, newest first; unknown ones are missing. */
export const findImports = (db: Connection, ids: readonly string[]): Promise<ImportRow[]> =>
  newestImports(db)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

/** The last imports of these pipelines together, newest first. */
export const lastImports = (db: Connection, pipelineIds: readonly string[], limit: number): Promise<ImportRow[]> =>
  newestImports(db)
    .where('pipeline_id', '=', sql<string>`any(${[...pipelineIds]}::text[])`)
    .limit(limit)
    .execute()

/** Whether an import read the upload: asked as the index of it is made. */
const reads = (uploadId: string) =>
  sql<boolean>`imports.ran_with -> 'uploads' @> ${JSON.stringify([{ _id: uploadId }])}::jsonb`

/** The pipelines whose imports read an upload: its own, and of a master's upload those of countries. */
export async function pipelinesReading(db: Connection, uploadId: string): Promise<string[]> {
  const rows = await db.selectFrom('imports').select('pipeline_id').distinct().where(reads(uploadId)).execute()
  return rows.map((row) => row.pipeline_id)
}

/** The last imports of these pipelines that read an upload, newest first, and how many there are. */
export async function importsReading(
  db: Connection,
  uploadId: string,
  pipelineIds: readonly string[],
  limit: number,
): Promise<{ rows: ImportRow[]; totalCount: number }> {
  const reading = newestImports(db)
    .where(reads(uploadId))
    .where('pipeline_id', '=', sql<string>`any(${[...pipelineIds]}::text[])`)
  const { n } = await reading
    .clearSelect()
    .clearOrderBy()
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows: await reading.limit(limit).execute(), totalCount: Number(n) }
}

const newestImports = (db: Connection) =>
  db.selectFrom('imports').selectAll().orderBy('scheduled_at', 'desc').orderBy('id', 'desc')

/** The jobs with these ids; unknown ones are missing. */
export async function findJobs(db: Connection, ids: readonly string[]): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()
}

export async function findJob(db: Connection, id: string): Promise<JobRow | null> {
  return (await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
