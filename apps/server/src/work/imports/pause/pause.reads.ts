import type { ImportPause } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Whether imports are paused, as a condition of a query. */
export const isPaused = sql<boolean>`exists (select 1 from import_pause)`

/** Since when, why and by whom imports are paused; null when they are not. */
export async function currentPause(db: Connection): Promise<ImportPause | null> {
  const row = await db.selectFrom('import_pause').select(['since', 'reason', 'user_name']).executeTakeFirst()
  return row === undefined ? null : { since: row.since.toISOString(), reason: row.reason, userName: row.user_name }
}
