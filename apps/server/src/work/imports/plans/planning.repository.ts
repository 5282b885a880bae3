import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { endJobIfDone, type ImportRow, insertImport, type JobRow, released } from '../imports.repository.ts'
import { notify } from '../../../platform/notices/notices.ts'
import type { SeenPipeline } from '../../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../../platform/http/caller.ts'

/** Kinds of a job that waits for its time. */
export const plannedKinds = ['scheduled', 'repeat'] as const
export type PlannedKind = (typeof plannedKinds)[number]
export const isPlanned = (row: Pick<JobRow, 'kind'>): boolean => row.kind === 'scheduled' || row.kind === 'repeat'

/** A plan as it is stored: what runs, by which pattern or at which time, and when it is due first. */
export type Plan = {
  kind: PlannedKind
  of: SeenPipeline
  /** Null for a plan of one pipeline. */
  listPipelines: string[] | null
  scheduledDate: string | null
  scheduledTime: string | null
  repeatPattern: string | null
  timeZone: string
  dueAt: Date
  /** From where an equal spacing is counted: the moment of saving (D-78). */
  anchorAt: Date
}

const columnsOf = (caller: Caller, plan: Plan) => ({
  kind: plan.kind,
  version_id: plan.of.versionId,
  list_pipelines: plan.listPipelines,
  scheduled_at: plan.kind === 'scheduled' ? plan.dueAt : null,
  scheduled_date: plan.scheduledDate,
  scheduled_time: plan.scheduledTime,
  repeat_pattern: plan.repeatPattern,
  time_zone: plan.timeZone,
  user_id: caller.userId,
  user_name: caller.userName,
  next_due_at: plan.dueAt,
  anchor_at: plan.anchorAt,
})

/** The unique index jobs_one_planned refuses a second plan of the pipeline (D-73). */
export async function insertPlan(db: Connection, caller: Caller, plan: Plan): Promise<string> {
  const id = newId()
  const { pipelineId } = plan.of
  await db
    .insertInto('jobs')
    .values({ id, pipeline_id: pipelineId, ...columnsOf(caller, plan) })
    .execute()
  await notify(db, { about: 'job', id, pipelineId, change: 'insert' })
  return id
}

/** The plan as edited; the job stays the same, and who edits it is who planned it from now on. */
export async function replacePlan(db: Connection, caller: Caller, id: string, plan: Plan): Promise<void> {
  await db.updateTable('jobs').set(columnsOf(caller, plan)).where('id', '=', id).execute()
  await notify(db, { about: 'job', id, pipelineId: plan.of.pipelineId, change: 'update' })
}

/**
 * The imports that wait for a due instant, in the order they will run; positions go on where the job's last run ended,
 * so that a later run waits for an earlier one.
 */
export async function insertPending(
  db: Connection,
  caller: Caller,
  job: { jobId: string; kind: PlannedKind; dueAt: Date },
  run: readonly SeenPipeline[],
): Promise<string[]> {
  const last = await db
    .selectFrom('imports')
    .select((select) => select.fn.max('position').as('position'))
    .where('job_id', '=', job.jobId)
    .executeTakeFirst()
  const from = (last?.position as number | null | undefined) ?? -1
  const ids: string[] = []
  for (const [n, { pipelineId, versionId }] of run.entries()) {
    const { jobId, kind, dueAt: scheduledAt } = job
    const entry = { jobId, kind, position: from + 1 + n, pipelineId, versionId, scheduledAt }
    ids.push(await insertImport(db, caller, { ...entry, state: 'pending' }))
  }
  return ids
}

/** Removes the job's imports that have not begun; one that is taken at this moment stays. */
export async function removePending(db: Connection, jobId: string): Promise<void> {
  const rows = await db
    .deleteFrom('imports')
    .where('job_id', '=', jobId)
    .where('state', '=', 'pending')
    .returning(['id', 'pipeline_id'])
    .execute()
  for (const row of rows)
    await notify(db, { about: 'import', id: row.id, pipelineId: row.pipeline_id, change: 'delete' })
}

/** The job while it is planned or under way, locked until the transaction ends, so that firing, editing and deleting wait for each other. */
export async function lockJob(db: Connection, id: string): Promise<JobRow | null> {
  const row = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function endJob(db: Connection, job: Pick<JobRow, 'id' | 'pipeline_id'>, at: Date): Promise<void> {
  await db.updateTable('jobs').set({ ended_at: at, next_due_at: null }).where('id', '=', job.id).execute()
  await notify(db, { about: 'job', id: job.id, pipelineId: job.pipeline_id, change: 'delete' })
}

/** Plans of these pipelines, soonest first (API-039). */
export const plannedJobs = (db: Connection, pipelineIds: readonly string[]): Promise<JobRow[]> =>
  plans(db)
    .where('pipeline_id', '=', sql<string>`any(${[...pipelineIds]}::text[])`)
    .execute()

/** Those of the jobs that are plans still. */
export const plansById = (db: Connection, ids: readonly string[]): Promise<JobRow[]> =>
  plans(db)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute()

const plans = (db: Connection) =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'in', [...plannedKinds])
    .where('ended_at', 'is', null)
    .orderBy(sql`next_due_at asc nulls last`)
    .orderBy('id')

/**
 * The next import of each job that has not begun, by job id: of a plan the one that waits for its time, before one that
 * was released and waits for its pipeline or its turn.
 */
export async function nextImports(db: Connection, jobIds: readonly string[]): Promise<Map<string, ImportRow>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .distinctOn('job_id')
    .where('job_id', 'in', [...jobIds])
    .where('state', 'in', ['pending', 'sequential'])
    .orderBy('job_id')
    .orderBy(sql`case when imports.state = 'sequential' then 2 when ${released} then 1 else 0 end`)
    .orderBy('position')
    .execute()
  return new Map(rows.map((row) => [row.job_id, row]))
}

/** What of these pipelines, or of the job itself, is under way or about to start. */
export async function openImportsOf(
  db: Connection,
  jobId: string,
  pipelineIds: readonly string[],
): Promise<Pick<ImportRow, 'state' | 'blocking'>[]> {
  return db
    .selectFrom('imports')
    .select(['state', 'blocking'])
    .where((where) =>
      where.or([
        where.and([where('blocking', '=', true), where('pipeline_id', 'in', [...pipelineIds])]),
        where.and([where('job_id', '=', jobId), where('state', 'in', ['busy', 'progress', 'sequential'])]),
      ]),
    )
    .execute()
}

/** Whether an import of the job runs or waits in its chain. */
export async function isUnderWay(db: Connection, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', 'in', ['busy', 'progress', 'sequential'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes one import that has not begun, and ends its job when that was all of it. */
export async function removeImport(db: Connection, importId: string, at: Date): Promise<void> {
  const row = await db
    .deleteFrom('imports')
    .where('id', '=', importId)
    .where('state', '=', 'pending')
    .returning(['id', 'pipeline_id', 'job_id'])
    .executeTakeFirst()
  if (row === undefined) return
  await notify(db, { about: 'import', id: row.id, pipelineId: row.pipeline_id, change: 'delete' })
  await endJobIfDone(db, row.job_id, at)
}

/** The name of the pipeline that the plan belongs to. */
export async function pipelineName(db: Connection, job: Pick<JobRow, 'pipeline_id'>): Promise<string> {
  const row = db.selectFrom('documents').select('name').where('id', '=', job.pipeline_id)
  return (await row.executeTakeFirstOrThrow()).name
}
