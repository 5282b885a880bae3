import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { type JobRow } from '../imports.repository.ts'
import { notify } from '../../../platform/notices/notices.ts'
import { pendingOf } from './firing.repository.ts'
import { plannedKinds } from './planning.repository.ts'

/** Plans that run one of these versions, or list one, soonest first. */
export async function plansTiedTo(db: Connection, versionIds: readonly string[]): Promise<JobRow[]> {
  if (versionIds.length === 0) return []
  const ids = sql<string[]>`${[...versionIds]}::text[]`
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'in', [...plannedKinds])
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(version_id = any(${ids}) or list_pipelines && ${ids})`)
    .orderBy(sql`next_due_at asc nulls last`)
    .orderBy('id')
    .execute()
}

/** The plan and its imports that wait for their time run other versions from now on; what was released runs what it was planned with. */
export async function retiePlan(
  db: Connection,
  job: JobRow,
  to: { versionId: string; listed: string[] | null; moved: ReadonlyMap<string, string> },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ version_id: to.versionId, list_pipelines: to.listed })
    .where('id', '=', job.id)
    .execute()
  await notify(db, { about: 'job', id: job.id, pipelineId: job.pipeline_id, change: 'update' })
  for (const row of await pendingOf(db, job.id)) {
    const versionId = to.moved.get(row.version_id)
    if (versionId === undefined) continue
    await db.updateTable('imports').set({ version_id: versionId }).where('id', '=', row.id).execute()
    await notify(db, { about: 'import', id: row.id, pipelineId: row.pipeline_id, change: 'update' })
  }
}
