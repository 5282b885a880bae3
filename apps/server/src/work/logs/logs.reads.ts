import type { Log } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { presentLog } from './logs.presenter.ts'
import { findLogs, type LogPage } from './logs.repository.ts'

/** Lines of these uploads or imports as they are shown, oldest first. */
export async function readLogs(
  db: Connection,
  owners: { uploads: readonly string[] } | { imports: readonly string[] },
  page: LogPage = {},
): Promise<Log[]> {
  return (await findLogs(db, owners, page)).map(presentLog)
}
