import { describePause } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import { appendLogs } from '../../logs/append-logs.ts'
import { currentPause } from './pause.reads.ts'

/** Says in the log of an import that is queued now why it does not begin; nothing unless imports are paused. */
export async function tellPause(tx: Connection, importId: string, at: Date): Promise<void> {
  const pause = await currentPause(tx)
  if (pause === null) return
  await appendLogs(tx, { import: importId }, [{ at, level: 'warn', message: describePause(pause.reason) }], null)
}
