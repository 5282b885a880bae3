import type { ImportCounts, ImportState } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

export type LastRow = { pipeline_id: string; id: string; state: ImportState; at: Date; counts: ImportCounts }

/** Of each of these pipelines the newest import that has begun or is about to; what a plan will run later is none. */
export async function lastImportOfEach(db: Connection, pipelineIds: readonly string[]): Promise<Map<string, LastRow>> {
  const { rows } = await sql<LastRow>`
    select wanted.id as pipeline_id, last.*
    from unnest(${[...pipelineIds]}::text[]) wanted (id)
    cross join lateral (
      select id, state, coalesce(started_at, scheduled_at) as at, counts from imports
      where pipeline_id = wanted.id and (state <> 'pending' or kind = 'immediate')
      order by scheduled_at desc, id desc limit 1
    ) last`.execute(db)
  return new Map(rows.map((row) => [row.pipeline_id, row]))
}

/**
 * When each of these pipelines runs next by a plan: its own, or that of a master or list it stands in. The states are
 * those of the index of open imports.
 */
export async function nextRunOfEach(db: Connection, pipelineIds: readonly string[]): Promise<Map<string, Date>> {
  const ids = sql`any(${[...pipelineIds]}::text[])`
  const { rows } = await sql<{ pipeline_id: string; at: Date }>`
    select pipeline_id, min(at) as at from (
      select pipeline_id, scheduled_at as at from imports
      where state in ('pending', 'busy', 'progress', 'sequential') and state = 'pending' and kind <> 'immediate'
        and pipeline_id = ${ids}
      union all
      select pipeline_id, next_due_at from jobs
      where ended_at is null and kind in ('scheduled', 'repeat') and next_due_at is not null and pipeline_id = ${ids}
    ) due
    group by pipeline_id`.execute(db)
  return new Map(rows.map((row) => [row.pipeline_id, row.at]))
}
