import {
  ApiError,
  codes,
  texts,
  type ParsedBody,
  type SessionInfo,
  mimetypes,
  uploadLimitBytes,
} from '@millrace/contract'
import { sql } from 'kysely'
import { newId } from '../database/ids.ts'
import type { Platform } from '../platform.ts'
import { sessionUser } from '../users/session-user.ts'
import type { Caller } from './caller.ts'
import { endSession } from './end-sessions.ts'
import { passwordMatches } from './password-hash.ts'
import { findCaller, findSignIn, holdRefreshToken, removeOldTokens, type TokenRow } from './sessions.repository.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { issueTokens, type Signed } from './tokens.ts'

export type SessionsService = ReturnType<typeof createSessionsService>

const keptAfterExpiryMs = 30 * 86_400_000
const unknownToken = () => new ApiError(codes.noToken, texts.loggedOut)
const sessionEnded = () => new ApiError(codes.sessionEnded, texts.loggedOut)
const tokenExpired = () => new ApiError(codes.tokenExpired, texts.loggedOut)

/** Signing in and staying so (SES group; wire contract, section 3). */
export function createSessionsService(platform: Platform) {
  const { db, secrets, settings, now } = platform
  const limits = createSignInLimits()

  return {
    /** @throws ApiError 40100 alike for an unknown name and a wrong password, also in time; 42900 (D-18, S5) */
    async login({ username, password }: ParsedBody<'POST /users/login'>, address: string): Promise<Signed> {
      const userName = username.trim().toLowerCase()
      const user = await limits.attempt(userName, address, async () => {
        const found = await findSignIn(db, userName)
        const right = await passwordMatches(password, found?.passwordHash ?? null)
        return found && right ? found : null
      })
      if (!user) throw new ApiError(codes.refused, texts.wrongCredentials)
      if (!user.isActive) throw new ApiError(codes.refused, texts.inactive)
      // Nobody asked for a second factor may come in without one.
      if (user.tfa !== 'off') throw new Error('two-factor sign-in is asked for and not available')
      await removeOldTokens(db, user.id, new Date(now().getTime() - keptAfterExpiryMs))
      return db.transaction().execute(async (tx) => {
        const sessionId = newId()
        await tx.insertInto('sessions').values({ id: sessionId, user_id: user.id }).execute()
        return issueTokens(platform, tx, sessionId)
      })
    },

    /**
     * Uses up the refresh token and makes the next pair. A second use ends the session: one of the two was not ours.
     * @throws ApiError 50008 unknown, 50012 used before or session ended, 50014 expired
     */
    async refresh({ refreshToken }: ParsedBody<'POST /users/refresh-token'>) {
      const signed = await db.transaction().execute(async (tx) => {
        const hash = secrets.hash(refreshToken)
        const row = await holdRefreshToken(tx, hash)
        if (!row) throw unknownToken()
        if (row.usedAt) {
          await endSession(tx, row.sessionId)
          return null
        }
        refuseOver(row, now())
        await tx.updateTable('session_tokens').set({ used_at: sql<Date>`now()` }).where('hash', '=', hash).execute()
        return issueTokens(platform, tx, row.sessionId)
      })
      // Thrown outside of the transaction, which has to commit the end of the session.
      if (!signed) throw sessionEnded()
      return { newToken: signed.token, newRefreshToken: signed.refreshToken }
    },

    /**
     * Who holds this token, asked anew on each call so that an ended session or another role acts at once.
     * @throws ApiError 50008 no or unknown token, 50012 session ended, 50014 expired (D-04)
     */
    async authenticate(token: string | undefined): Promise<Caller> {
      if (!token) throw unknownToken()
      const row = await findCaller(db, secrets.hash(token))
      if (!row) throw unknownToken()
      refuseOver(row, now())
      const { userId, userName, firstName, lastName, role, unrestrictedUpload, sessionId } = row
      return { userId, userName, firstName, lastName, role, badges: new Set(row.badges), unrestrictedUpload, sessionId }
    },

    /** GET /users/info; also the person's last seen date (SES-025, SES-026). */
    async info(caller: Caller): Promise<SessionInfo> {
      await db.updateTable('users').set({ last_seen_at: now() }).where('id', '=', caller.userId).execute()
      const user = await sessionUser(db, caller.userId)
      return { user, mimetypes, timeZone: settings.timeZone, title: settings.title, maxUpload: uploadLimitBytes }
    },

    /** Token and refresh token stop working, live subscriptions are dropped. */
    async logout(caller: Caller): Promise<null> {
      await db.transaction().execute((tx) => endSession(tx, caller.sessionId))
      return null
    },
  }
}

function refuseOver(row: TokenRow, now: Date): void {
  if (row.endedAt || !row.isActive) throw sessionEnded()
  if (row.expiresAt <= now) throw tokenExpired()
}
