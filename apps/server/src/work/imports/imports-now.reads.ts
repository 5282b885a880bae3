import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { released } from './imports.repository.ts'

/** A row of a list of which only the first ones are read: `total` is how many there are. */
export type OneOfMany<T> = T & { total: number }

type PipelineColumns = { version_id: string; pipeline_name: string; pipeline_version: number }

const withPipeline = sql`
  join documents d on d.id = i.pipeline_id
  join document_versions v on v.id = i.version_id`
const pipelineColumns = sql`i.version_id, d.name as pipeline_name, v.version as pipeline_version`
const total = sql`count(*) over ()::int as total`

export type RunningRow = OneOfMany<
  PipelineColumns & {
    id: string
    state: 'busy' | 'progress'
    started_at: Date | null
    attempt: number
    user_name: string
  }
>

/** Imports that a worker holds, the longest first. */
export async function runningImports(db: Connection, limit: number): Promise<RunningRow[]> {
  const { rows } = await sql<RunningRow>`
    select i.id, i.state, i.started_at, i.attempt, i.user_name, ${pipelineColumns}, ${total}
    from imports i ${withPipeline}
    where i.state in ('busy', 'progress')
    order by i.started_at, i.id limit ${limit}`.execute(db)
  return rows
}

export type WaitingRow = OneOfMany<
  PipelineColumns & {
    id: string
    state: 'pending' | 'sequential'
    scheduled_at: Date
    user_name: string
    before_id: string | null
    before_name: string | null
    blocker_id: string | null
  }
>

/**
 * Imports that run as soon as they can, in the order of their time: with the first one before each in its job that has
 * not ended, and the one that holds its pipeline.
 */
export async function waitingImports(db: Connection, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select imports.* from imports
      where imports.state in ('pending', 'sequential')
        and (imports.state = 'sequential' or imports.kind = 'immediate' or ${released})
    )
    select i.id, i.state, i.scheduled_at, i.user_name, ${pipelineColumns}, ${total},
      before.id as before_id, before.name as before_name, blocker.id as blocker_id
    from waiting i ${withPipeline}
    left join lateral (
      select other.id, named.name from imports other join documents named on named.id = other.pipeline_id
      where other.job_id = i.job_id and other.position < i.position
        and other.state in ('pending', 'busy', 'progress', 'sequential')
      order by other.position limit 1
    ) before on true
    left join lateral (
      select other.id from imports other
      where other.pipeline_id = i.pipeline_id and other.id <> i.id and other.blocking limit 1
    ) blocker on true
    order by i.scheduled_at, i.position, i.id limit ${limit}`.execute(db)
  return rows
}

export type FailedRow = OneOfMany<PipelineColumns & { id: string; ended_at: Date; problem: string | null }>

/** Imports that failed since, the last first. */
export async function failedImports(db: Connection, since: Date, limit: number): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select i.id, i.ended_at, i.problem, ${pipelineColumns}, ${total}
    from imports i ${withPipeline}
    where i.state = 'failed' and i.ended_at >= ${since.toISOString()}::timestamptz
    order by i.ended_at desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

export type NextPlanRow = OneOfMany<PipelineColumns & { id: string; next_due_at: Date; user_name: string }>

/** Plans by when they are due, the soonest first. */
export async function nextPlans(db: Connection, limit: number): Promise<NextPlanRow[]> {
  const { rows } = await sql<NextPlanRow>`
    select i.id, i.next_due_at, i.user_name, ${pipelineColumns}, ${total}
    from jobs i ${withPipeline}
    where i.kind in ('scheduled', 'repeat') and i.ended_at is null and i.next_due_at is not null
    order by i.next_due_at, i.id limit ${limit}`.execute(db)
  return rows
}
