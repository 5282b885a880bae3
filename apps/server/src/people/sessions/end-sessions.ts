import type { Connection } from '../../platform/database/database.ts'
import { notifyChannel } from '../../platform/database/notify-channel.ts'
import { markEnded } from './sessions.repository.ts'
import { endChallengesOf } from './challenges.repository.ts'

/** PostgreSQL channel that tells every process which sessions ended; the payload is JSON `{ sessionId }`. */
export const sessionEndedChannel = 'millrace_session_ended'

/** Ends one session; its tokens answer 50012 from now on (D-04). Nothing happens when it has ended before. */
export async function endSession(tx: Connection, sessionId: string): Promise<void> {
  await noticeEnded(tx, await markEnded(tx, { id: sessionId }))
}

/** Ends all sessions of a person, and sign-ins that wait for a code: new password, switched off, other role (D-19, S5). */
export async function endSessionsOf(tx: Connection, userId: string): Promise<void> {
  await endChallengesOf(tx, userId)
  await noticeEnded(tx, await markEnded(tx, { user_id: userId }))
}

/** Heard by listeners when, and only if, the transaction commits. */
async function noticeEnded(tx: Connection, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) await notifyChannel(tx, sessionEndedChannel, { sessionId })
}
