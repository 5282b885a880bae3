import type { PipelineListItem, ScheduledJob } from '@millrace/contract'
import type { Connection } from '../database/database.ts'
import { presentJob } from '../imports/imports.presenter.ts'
import type { JobRow } from '../imports/imports.repository.ts'
import type { PipelineAccess } from '../pipelines/pipelines.types.ts'
import { nextImports } from './planning.repository.ts'

/** Jobs as they are shown (JOB-005), in the order given, each with its next import. */
export async function presentJobs(
  db: Connection,
  access: Pick<PipelineAccess, 'items'>,
  rows: readonly JobRow[],
): Promise<ScheduledJob[]> {
  const next = await nextImports(
    db,
    rows.map((row) => row.id),
  )
  const items: ReadonlyMap<string, PipelineListItem> = await access.items([
    ...new Set(rows.map((row) => row.version_id)),
  ])
  return rows.flatMap((row) => {
    const item = items.get(row.version_id)
    return item === undefined ? [] : [presentJob(row, item, next.get(row.id) ?? null)]
  })
}
