import type { Connection } from '../../../platform/database/database.ts'

/** Locks the rows of these pipelines in order of id, so that two who do so never wait for each other. @returns how many exist */
export async function lockPipelineRows(tx: Connection, ids: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('documents')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.length
}

/** Whether an import of one of these pipelines runs or is about to; with `sequential`, also one that waits in a chain. */
export async function hasBlockingImport(
  db: Connection,
  pipelineIds: readonly string[],
  { sequential }: { sequential: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('pipeline_id', 'in', [...pipelineIds])
    .where((where) =>
      sequential
        ? where.or([where('blocking', '=', true), where('state', '=', 'sequential')])
        : where('blocking', '=', true),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the pipeline has a job that waits for its time. */
export async function hasPlan(db: Connection, pipelineId: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('pipeline_id', '=', pipelineId)
    .where('kind', 'in', ['scheduled', 'repeat'])
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
