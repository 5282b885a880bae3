import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { endChallengesOf } from './challenges.ts'

/** PostgreSQL channel that tells every process which sessions ended; the payload is JSON `{ sessionId }`. */
export const sessionEndedChannel = 'millrace_session_ended'

/** Ends one session; its tokens answer 50012 from now on (D-04). Nothing happens when it has ended before. */
export async function endSession(tx: Connection, sessionId: string): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) await tell(tx, id)
}

/** Ends all sessions of a person, and sign-ins that wait for a code: new password, switched off, other role (D-19, S5). */
export async function endSessionsOf(tx: Connection, userId: string): Promise<void> {
  await endChallengesOf(tx, userId)
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) await tell(tx, id)
}

/** Heard by listeners when, and only if, the transaction commits. */
async function tell(tx: Connection, sessionId: string): Promise<void> {
  await sql`select pg_notify(${sessionEndedChannel}, ${JSON.stringify({ sessionId })})`.execute(tx)
}
