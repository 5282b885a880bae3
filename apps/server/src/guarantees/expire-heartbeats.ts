import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { isFullScale } from './figures.ts'

/**
 * Lets the queue see at once that a process is gone, which takes 10 s without a heartbeat otherwise. Called after a kill
 * while nothing else works; `npm run test:guarantees` waits for the real time.
 */
export async function expireHeartbeats(db: Database): Promise<void> {
  if (isFullScale) return
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(db)
}
