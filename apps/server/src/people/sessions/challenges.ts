import { randomBytes } from 'node:crypto'
import type { TfaState } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { createOneTimeSecret, secretAsPicture } from './one-time-code.ts'
import { insertChallenge, removeExpiredChallenges } from './challenges.repository.ts'

/** How long a code may be tried before the password is asked for again (D-05). */
const challengeMinutes = 5

export type TfaChallenge = { _id: string; secret?: string; qrcode?: string }

/**
 * The second step of a sign-in: a random id for who knew the password, and the secret where the person has to enrol.
 * Each enrolment has a secret of its own, so that nobody enrols with one that was shown to somebody before.
 */
export async function openChallenge(
  { settings, secrets, now }: Pick<Platform, 'settings' | 'secrets' | 'now'>,
  tx: Connection,
  user: { id: string; userName: string; tfa: TfaState },
): Promise<TfaChallenge> {
  const id = randomBytes(32).toString('base64url')
  const secret = user.tfa === 'enrolled' ? null : createOneTimeSecret()
  await removeExpiredChallenges(tx, now())
  await insertChallenge(tx, {
    hash: secrets.hash(id),
    user_id: user.id,
    secret: secret === null ? null : secrets.seal(secret),
    expires_at: new Date(now().getTime() + challengeMinutes * 60_000),
  })
  if (secret === null) return { _id: id }
  return { _id: id, secret, qrcode: secretAsPicture({ secret, issuer: settings.title, userName: user.userName }) }
}
