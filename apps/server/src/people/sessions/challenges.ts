import { randomBytes } from 'node:crypto'
import type { TfaState } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { newOneTimeSecret, secretAsPicture } from './one-time-code.ts'

/** How long and how often a code may be tried before the password is asked for again (D-05). */
const challengeMinutes = 5
export const mostCodeAttempts = 5

export type TfaMarker = { _id: string; secret?: string; qrcode?: string }

/**
 * The second step of a sign-in: a random id for who knew the password, and the secret where the person has to enrol.
 * Each enrolment has a secret of its own, so that nobody enrols with one that was shown to somebody before.
 */
export async function openChallenge(
  { settings, secrets, now }: Pick<Platform, 'settings' | 'secrets' | 'now'>,
  tx: Connection,
  user: { id: string; userName: string; tfa: TfaState },
): Promise<TfaMarker> {
  const id = randomBytes(32).toString('base64url')
  const secret = user.tfa === 'enrolled' ? null : newOneTimeSecret()
  await removeExpired(tx, now())
  await tx
    .insertInto('sign_in_challenges')
    .values({
      hash: secrets.hash(id),
      user_id: user.id,
      secret: secret === null ? null : secrets.seal(secret),
      expires_at: new Date(now().getTime() + challengeMinutes * 60_000),
    })
    .execute()
  if (secret === null) return { _id: id }
  return { _id: id, secret, qrcode: secretAsPicture({ secret, issuer: settings.title, userName: user.userName }) }
}

/** Rows that others are at are left to them: nobody who signs in waits for somebody else's leftovers. */
async function removeExpired(tx: Connection, now: Date): Promise<void> {
  await tx
    .deleteFrom('sign_in_challenges')
    .where('hash', 'in', (of) =>
      of
        .selectFrom('sign_in_challenges')
        .select('hash')
        .where('expires_at', '<=', now)
        .limit(100)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

/** Whose challenge it is; asked before it is held, since the counts against guessing go by person. */
export async function ownerOfChallenge(db: Connection, hash: string) {
  return db
    .selectFrom('sign_in_challenges as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('c.hash', '=', hash)
    .select(['u.id as userId', 'u.user_name as userName'])
    .executeTakeFirst()
}

/** The challenge while it is good, held until the transaction ends. The person's row has to be held already. */
export async function holdChallenge(tx: Connection, hash: string, now: Date) {
  return tx
    .selectFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where('attempts', '<', mostCodeAttempts)
    .select(['hash', 'secret'])
    .forUpdate()
    .executeTakeFirst()
}

export async function countCodeAttempt(tx: Connection, hash: string): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .execute()
}

export async function spendChallenge(tx: Connection, hash: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('hash', '=', hash).execute()
}

/** Nobody goes on with a sign-in that began before: new password, switched off, other second factor. */
export async function endChallengesOf(tx: Connection, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}
