import { ApiError, codes, texts } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { countCodeAttempt, endChallengesOf, holdChallenge, spendChallenge } from './challenges.repository.ts'
import { stepOfCode } from './one-time-code.ts'
import { openSession } from './open-session.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { findFactor, holdActiveUser, insertFactor, storeLastStep } from './two-factor.repository.ts'
import type { TokenPair } from './tokens.ts'

type VerifyPlatform = Pick<Platform, 'settings' | 'secrets' | 'now'>
export type TokenPairWithCodes = TokenPair & { recoveryCodes?: string[] }

/** The challenge is unknown, used, too old or tried too often: the password is asked for again. */
export const verificationExpired = () => new ApiError(codes.refused, texts.verificationExpired)

/**
 * The second step: opens a session for the right code, and enrols where the challenge has a secret.
 * @returns null for a wrong code, which the transaction has to commit: it is counted
 * @throws ApiError 40100 'The verification has expired, please log in again.'
 */
export async function verifyCode(
  platform: VerifyPlatform,
  tx: Connection,
  { userId, hash, code }: { userId: string; hash: string; code: string },
): Promise<TokenPairWithCodes | null> {
  // First of all, as everything does that ends sign-ins: so the one sees what the other did.
  const user = await holdActiveUser(tx, userId)
  const challenge = user && (await holdChallenge(tx, hash, platform.now()))
  if (!challenge) throw verificationExpired()
  const typed = code.replace(/\s/g, '')
  const { secret } = challenge
  const taken =
    secret === null
      ? await takeCode(platform, tx, userId, typed)
      : await enrol(platform, tx, user, { secret, code: typed })
  if (!taken) {
    await countCodeAttempt(tx, hash)
    return null
  }
  await spendChallenge(tx, hash)
  return { ...(await openSession(platform, tx, userId)), ...taken }
}

/** A code of the phone or a recovery code, each good once. */
async function takeCode(
  { secrets, now }: VerifyPlatform,
  tx: Connection,
  userId: string,
  code: string,
): Promise<object | null> {
  const factor = await findFactor(tx, userId)
  if (!factor) throw verificationExpired()
  const step = stepOfCode(secrets.open(factor.secret), code, factor.lastStep, now())
  if (step === null) return (await takeRecoveryCode(secrets, tx, { userId, code, now: now() })) ? {} : null
  await storeLastStep(tx, userId, step)
  return {}
}

async function enrol(
  { secrets, now }: VerifyPlatform,
  tx: Connection,
  user: { id: string; userName: string },
  { secret, code }: { secret: string; code: string },
): Promise<{ recoveryCodes: string[] } | null> {
  const step = stepOfCode(secrets.open(secret), code, -1, now())
  if (step === null) return null
  await insertFactor(tx, { user_id: user.id, secret, last_step: step, enrolled_at: now() })
  // Other sign-ins under way show secrets that are worth nothing now.
  await endChallengesOf(tx, user.id)
  await recordAudit(
    tx,
    { ...systemCaller, userId: user.id, userName: user.userName },
    {
      kind: 'user',
      objectId: user.id,
      name: user.userName,
      action: 'enrol two-factor',
      before: null,
      after: { tfa: 'enrolled' },
    },
  )
  return { recoveryCodes: await replaceRecoveryCodes(secrets, tx, user.id) }
}
