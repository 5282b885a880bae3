import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertSession } from './sessions.repository.ts'
import { recordSession } from './session-audit.ts'
import { issueTokens, type TokenPair } from './tokens.ts'

/** Begins a session of the person, with its first pair of tokens. */
export async function openSession(
  platform: Pick<Platform, 'settings' | 'secrets' | 'now'>,
  tx: Connection,
  userId: string,
): Promise<TokenPair> {
  const sessionId = newId()
  await insertSession(tx, { id: sessionId, user_id: userId })
  await recordSession(tx, { userId, sessionId }, 'login')
  return issueTokens(platform, tx, sessionId)
}
