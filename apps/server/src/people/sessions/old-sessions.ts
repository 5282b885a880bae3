import type { Connection } from '../../platform/database/database.ts'
import { removeOldSessions } from './sessions.repository.ts'

/** How long a token that ran out is told from an unknown one. */
export const expiredTokenRetentionMs = 30 * 86_400_000

/** Removes tokens of anybody that nobody tells from unknown ones any more, and sessions that have none left. @returns how many sessions */
export const removeExpiredSessions = (db: Connection, now: Date): Promise<number> =>
  removeOldSessions(db, new Date(now.getTime() - expiredTokenRetentionMs))
