import {
  ApiError,
  codes,
  texts,
  type ParsedBody,
  type SessionInfo,
  mimetypes,
  uploadLimitBytes,
} from '@millrace/contract'
import type { Platform } from '../../platform/platform.ts'
import { sessionUser } from './session-user.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { expiredTokenRetentionMs } from './old-sessions.ts'
import { openChallenge, type TfaChallenge } from './challenges.ts'
import { ownerOfChallenge } from './challenges.repository.ts'
import { endSession } from './end-sessions.ts'
import { openSession } from './open-session.ts'
import { ownSession } from './own-session.ts'
import { passwordMatches } from './password-hash.ts'
import { recordSession } from './session-audit.ts'
import {
  findCaller,
  findSignIn,
  holdPasswordOf,
  holdRefreshToken,
  isOfDeletedPerson,
  markTokenUsed,
  removeOldTokens,
  storeLastSeen,
  type TokenRow,
} from './sessions.repository.ts'
import { codeCounts, createSignInLimits, passwordCounts } from './sign-in-limits.ts'
import { issueTokens, type TokenPair } from './tokens.ts'
import { tfaStateOf } from './two-factor.ts'
import { type TokenPairWithCodes, verificationExpired, verifyCode } from './verify-code.ts'

export type SessionsService = ReturnType<typeof createSessionsService>

const wrongCredentials = () => new ApiError(codes.refused, texts.wrongCredentials)
const unknownToken = () => new ApiError(codes.noToken, texts.loggedOut)
const sessionEnded = () => new ApiError(codes.sessionEnded, texts.loggedOut)
const tokenExpired = () => new ApiError(codes.tokenExpired, texts.loggedOut)

/** Signing in and staying so (SES group). */
export function createSessionsService(platform: Platform) {
  const { db, secrets, settings, now } = platform
  const passwordLimits = createSignInLimits(platform, 'password', passwordCounts)
  const codeLimits = createSignInLimits(platform, 'code', codeCounts)

  return {
    /**
     * A session for the right password, or the challenge of the second step.
     * @throws ApiError 40100 alike for an unknown name and a wrong password, also in time; 42900 (D-18, S5)
     */
    async login(
      { username, password }: ParsedBody<'POST /users/login'>,
      address: string,
    ): Promise<TokenPair | { tfa: TfaChallenge }> {
      // However an accent was typed, it is one account and one count.
      const userName = username.trim().toLowerCase().normalize('NFC')
      const user = await passwordLimits.attempt(userName, address, async () => {
        const found = await findSignIn(db, userName)
        const right = await passwordMatches(password, found?.passwordHash ?? null)
        return found && right ? found : null
      })
      if (!user) throw wrongCredentials()
      if (!user.isActive) throw new ApiError(codes.refused, texts.inactive)
      await removeOldTokens(db, user.id, new Date(now().getTime() - expiredTokenRetentionMs))
      return db.transaction().execute(async (tx) => {
        // Hashing takes long enough for a reset to come between; what it ended must not begin after it.
        const held = await holdPasswordOf(tx, user.id)
        if (!held?.isActive || held.passwordHash !== user.passwordHash) throw wrongCredentials()
        const tfa = tfaStateOf(settings, held.tfa)
        if (tfa === 'off') return openSession(platform, tx, user.id)
        return { tfa: await openChallenge(platform, tx, { ...user, tfa }) }
      })
    },

    /**
     * The second step of a sign-in (API-009): one-time or recovery code for the challenge of the login.
     * @throws ApiError 40100 'Wrong code.', 40100 'The verification has expired, please log in again.', 42900
     */
    async verify({ _id, code }: ParsedBody<'POST /users/tfa'>, address: string): Promise<TokenPairWithCodes> {
      const hash = secrets.hash(_id)
      const owner = await ownerOfChallenge(db, hash)
      // Ids are 256 random bits: who has an unknown one guesses no code with it.
      if (!owner) throw verificationExpired()
      const signed = await codeLimits.attempt(owner.userName, address, () =>
        db.transaction().execute((tx) => verifyCode(platform, tx, { userId: owner.userId, hash, code })),
      )
      if (!signed) throw new ApiError(codes.refused, texts.wrongCode)
      return signed
    },

    /**
     * Uses up the refresh token and makes the next pair. A second use ends the session: one of the two was not ours.
     * @throws ApiError 50008 unknown, 50012 used before or session ended, 50014 expired
     */
    async refresh({ refreshToken }: ParsedBody<'POST /users/refresh-token'>) {
      const signed = await db.transaction().execute(async (tx) => {
        const hash = secrets.hash(refreshToken)
        const row = await holdRefreshToken(tx, hash)
        if (!row) throw (await isOfDeletedPerson(tx, hash)) ? sessionEnded() : unknownToken()
        if (row.usedAt) {
          await endSession(tx, row.sessionId)
          if (!row.endedAt) await recordSession(tx, row, 'ended by reuse')
          return null
        }
        refuseOver(row, now())
        await markTokenUsed(tx, hash)
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
      const hash = secrets.hash(token)
      const row = await findCaller(db, hash)
      if (!row) throw (await isOfDeletedPerson(db, hash)) ? sessionEnded() : unknownToken()
      refuseOver(row, now())
      const { userId, userName, firstName, lastName, role, unrestrictedUpload, sessionId } = row
      return { userId, userName, firstName, lastName, role, badges: new Set(row.badges), unrestrictedUpload, sessionId }
    },

    /** GET /users/info; also the person's last seen date (SES-025, SES-026). */
    async info(caller: Caller): Promise<SessionInfo> {
      const { userId } = ownSession(caller)
      await storeLastSeen(db, userId, now())
      const user = await sessionUser(db, userId)
      const { timeZone, title, smtpUrl } = settings
      return { user, mimetypes, timeZone, title, maxUpload: uploadLimitBytes, sendsMail: smtpUrl !== null }
    },

    /** Token and refresh token stop working, live subscriptions are dropped. */
    async logout(caller: Caller): Promise<null> {
      await db.transaction().execute(async (tx) => {
        const session = ownSession(caller)
        await endSession(tx, session.sessionId)
        await recordSession(tx, session, 'logout')
      })
      return null
    },
  }
}

function refuseOver(row: TokenRow, now: Date): void {
  if (row.endedAt || !row.isActive) throw sessionEnded()
  if (row.expiresAt <= now) throw tokenExpired()
}
