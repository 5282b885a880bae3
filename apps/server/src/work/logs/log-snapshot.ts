import { initialLogLines, type Log, type LogInit } from '@millrace/contract'
import type { Database } from '../../platform/database/database.ts'
import type { LogOwner } from './append-logs.ts'
import { presentLog } from './logs.presenter.ts'
import { countLogs, findLogs, lastSeqs, newestLogs } from './logs.repository.ts'

/** What a subscription begins with, and the number of the last line it holds of each upload or import. */
export type LogSnapshot = { message: Omit<LogInit, 'model' | 'filter'>; sent: Map<string, number> }

/** The id of the upload or import. */
export const idOf = (owner: LogOwner): string => ('upload' in owner ? owner.upload : owner.import)

/**
 * The last 1,000 lines of all together; of those with an `after`, the first lines behind it instead, so that a client
 * that comes back misses none.
 */
export async function readSnapshot(
  db: Database,
  owners: readonly LogOwner[],
  after: Readonly<Record<string, number>>,
): Promise<LogSnapshot> {
  const column = owners[0] !== undefined && 'upload' in owners[0] ? 'upload_id' : 'import_id'
  const ids = owners.map(idOf)
  const fresh = ids.filter((id) => after[id] === undefined)
  // Read before the lines: what is older than the first list is fetched on scroll and never pushed.
  const lastOf = await lastSeqs(db, column, fresh)
  const rows = await newestLogs(db, column, fresh, initialLogLines)
  for (const id of ids.filter((each) => after[each] !== undefined)) {
    const owner = column === 'upload_id' ? { uploads: [id] } : { imports: [id] }
    rows.push(...(await findLogs(db, owner, { after: after[id] ?? 0, limit: initialLogLines })))
  }
  const total = await countLogs(db, column, ids)
  const data = rows.map(presentLog).sort(inOrder)
  const sent = new Map(ids.map((id) => [id, after[id] ?? lastOf.get(id) ?? 0]))
  for (const line of data) {
    const id = line.uploadId ?? line.importId ?? ''
    sent.set(id, Math.max(sent.get(id) ?? 0, line.seq))
  }
  const seqs = data.map((line) => line.seq)
  const message: Omit<LogInit, 'model' | 'filter'> = {
    data,
    firstSeq: seqs.length === 0 ? 0 : Math.min(...seqs),
    lastSeq: Math.max(0, ...sent.values()),
    total: Math.max(total, data.length),
  }
  return { message, sent }
}

/** Oldest first; lines of one owner by number. */
function inOrder(a: Log, b: Log): number {
  if (a.uploadId === b.uploadId && a.importId === b.importId) return a.seq - b.seq
  return a.logDate < b.logDate ? -1 : a.logDate > b.logDate ? 1 : 0
}
