import { invalid, isEmailAddress, texts } from '@millrace/contract'
import type { Platform } from '../../platform/platform.ts'
import { addressKey } from '../../platform/http/address-key.ts'
import { limitAttempts } from '../sessions/sign-in-limits.ts'
import { sendPasswordLink } from './send-password-link.ts'
import { findUserByEmail } from './users.repository.ts'

const forgottenQueue = 'users.forgotten'
type ForgottenJob = { sealed: string }

/** Requests within an hour, for one e-mail address and from one network address. */
const perEmail = 5
const perAddress = 50
const seconds = 3600

/**
 * Takes the request and answers; who it is about is found out later, by a worker. So the answer cannot differ between
 * known, unknown and switched-off people, not even in time (SES-041, API-015).
 * @throws ApiError 40000 'cannot ask for reset password.' for what is no address at all, 42900
 */
export async function askForPassword(
  { db, secrets, queue, now }: Pick<Platform, 'db' | 'secrets' | 'queue' | 'now'>,
  { email }: { email: string },
  address: string,
): Promise<null> {
  const typed = email.trim()
  if (!isEmailAddress(typed)) throw invalid(texts.cannotAskReset)
  const limits = [
    { key: secrets.hash(`forgotten from ${addressKey(address)}`), max: perAddress, seconds },
    { key: secrets.hash(`forgotten for ${typed.toLowerCase()}`), max: perEmail, seconds },
  ]
  await limitAttempts(db, limits, now())
  await queue.send(forgottenQueue, { sealed: secrets.seal(typed) } satisfies ForgottenJob)
  return null
}

/** Mails the links that were asked for, to people who are there and active. */
export async function startForgottenWorkers(
  platform: Pick<Platform, 'db' | 'secrets' | 'queue' | 'settings' | 'log' | 'now'>,
): Promise<void> {
  const { db, secrets, queue, log } = platform
  await queue.work<ForgottenJob>(forgottenQueue, { concurrency: 1 }, async ({ data }) => {
    const email = secrets.open(data.sealed)
    await db.transaction().execute(async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (user?.isActive) await sendPasswordLink(platform, tx, user, 'forgotten')
      else log.info('a new password was asked for an address that nobody here has')
    })
  })
}
