import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import { userNameOfId } from './sessions.repository.ts'
import { systemCaller } from '../../platform/http/caller.ts'

/** 'ended by reuse': a refresh token came a second time, so somebody else had it, and the session ended (S5). */
export type SessionAction = 'login' | 'logout' | 'ended by reuse'

/** Tells the audit of a session; who it belongs to is who did it. */
export async function recordSession(
  tx: Connection,
  session: { userId: string; sessionId: string },
  action: SessionAction,
): Promise<void> {
  const userName = await userNameOfId(tx, session.userId)
  await recordAudit(
    tx,
    { ...systemCaller, userId: session.userId, userName },
    { kind: 'session', objectId: session.sessionId, name: userName, action, before: null, after: null },
  )
}
