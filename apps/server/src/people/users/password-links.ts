import { randomBytes } from 'node:crypto'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertLink, markLinksUsed, removeLinksBefore } from './password-links.repository.ts'

/** How long a link lets a person choose a password (D-16). */
export const linkHours = 24

/**
 * Makes a single-use link with which the person chooses a password, and ends their older ones. Only its hash is stored.
 * @returns the address to send or print
 */
export async function createPasswordLink(
  { settings, secrets, now }: Pick<Platform, 'settings' | 'secrets' | 'now'>,
  tx: Connection,
  user: { userId: string; userName: string },
): Promise<string> {
  await endPasswordLinks(tx, user.userId, now())
  const token = randomBytes(32).toString('base64url')
  await insertLink(tx, {
    hash: secrets.hash(token),
    user_id: user.userId,
    expires_at: new Date(now().getTime() + linkHours * 3_600_000),
  })
  const query = new URLSearchParams({ t: token, un: user.userName })
  return `${settings.publicUrl}/create-password?${query}`
}

/** Links that were sent and not used let nobody in any more: a newer one was made, or the mail address is another. */
export const endPasswordLinks = (tx: Connection, userId: string, now: Date): Promise<void> =>
  markLinksUsed(tx, userId, now)

/** Links that ran out before the instant, used or not: they say no more than a link that never was. @returns how many */
export const removeOldLinks = (db: Connection, before: Date): Promise<number> => removeLinksBefore(db, before)
