import { randomBytes } from 'node:crypto'
import type { Token } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { insertTokens } from './sessions.repository.ts'
import type { Platform } from '../../platform/platform.ts'

export type TokenPair = { token: Token; refreshToken: string }

/** Makes the next pair of tokens of a session; only their hashes are stored (S5, S6). */
export async function issueTokens(
  { settings, secrets, now }: Pick<Platform, 'settings' | 'secrets' | 'now'>,
  tx: Connection,
  sessionId: string,
): Promise<TokenPair> {
  const access = randomBytes(32).toString('base64url')
  const refresh = randomBytes(32).toString('base64url')
  const accessEnd = new Date(now().getTime() + settings.tokenMinutes * 60_000)
  const refreshEnd = new Date(now().getTime() + settings.refreshDays * 86_400_000)
  await insertTokens(tx, [
    { hash: secrets.hash(access), session_id: sessionId, kind: 'access', expires_at: accessEnd },
    { hash: secrets.hash(refresh), session_id: sessionId, kind: 'refresh', expires_at: refreshEnd },
  ])
  return { token: { value: access, expireAt: accessEnd.toISOString() }, refreshToken: refresh }
}
