import { randomBytes } from 'node:crypto'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'

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
  await tx
    .insertInto('password_links')
    .values({
      hash: secrets.hash(token),
      user_id: user.userId,
      expires_at: new Date(now().getTime() + linkHours * 3_600_000),
    })
    .execute()
  const query = new URLSearchParams({ t: token, un: user.userName })
  return `${settings.publicUrl}/create-password?${query}`
}

/** Links that were sent and not used let nobody in any more: a newer one was made, or the mail address is another. */
export async function endPasswordLinks(tx: Connection, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Links that ran out before the instant, used or not: they say no more than a link that never was. @returns how many */
export async function removeOldLinks(db: Connection, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('password_links').where('expires_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
