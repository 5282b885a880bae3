import type { ScheduledJob } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { PendingJobs } from './pending-jobs.ts'
import type { UpdateGraph } from './update-graph.ts'
import { olderVersions } from './update-graph.reads.ts'

/** Plans that an update would move: by the row they are shown at, and what is tied to which document's versions. */
export type UpdatePendings = {
  byRow: ReadonlyMap<string, readonly ScheduledJob[]>
  /** Versions plans may name, each with the row of its pipeline in the graph. */
  rowOf: ReadonlyMap<string, string>
}

/**
 * The plans tied to versions that are old once the update is through: of a pipeline that gets a new version all up to
 * the present one, of a locked one that stays as it is those before it.
 */
export async function pendingsOf(
  db: Connection,
  caller: Caller,
  jobs: PendingJobs,
  { nodes, countries }: UpdateGraph,
  rootId: string,
): Promise<UpdatePendings> {
  const upTo = new Map<string, number>()
  const rowIds = new Map<string, string>()
  for (const id of [rootId, ...countries.map((country) => country.id)]) {
    const node = nodes.get(id)
    if (node?.row.kind !== 'pipeline') continue
    const { row, changes } = node
    const isReplaced = changes && (row.locked || id === rootId)
    if (!isReplaced && !row.locked) continue
    upTo.set(row.documentId, isReplaced ? row.version : row.version - 1)
    rowIds.set(row.documentId, id)
  }
  const old = await olderVersions(db, upTo)
  const rowOf = new Map(old.map(({ id, documentId }) => [id, rowIds.get(documentId) ?? rootId]))
  const byRow = new Map<string, ScheduledJob[]>()
  for (const job of await jobs.tiedTo(db, caller, [...rowOf.keys()])) {
    // A plan of a master stands at the master's row, one that only lists a country at the country's.
    const at = [job.pipelineId, ...(job.listPipelines ?? [])].find((id) => rowOf.has(id))
    const row = (at === undefined ? undefined : rowOf.get(at)) ?? rootId
    byRow.set(row, [...(byRow.get(row) ?? []), job])
  }
  return { byRow, rowOf }
}
