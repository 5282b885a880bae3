import { notFound } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { type LinkOccasion, passwordLinkMail } from './password-link-mail.ts'
import { createPasswordLink, linkHours } from './password-links.ts'
import { holdReceiver } from './users.repository.ts'

/**
 * Mails the person a single-use link with which they choose a password (D-16). Link and mail are made in the caller's
 * transaction; the person's older links end. Nobody but the receiver sees the link.
 * @throws ApiError 40400
 */
export async function sendPasswordLink(
  platform: Pick<Platform, 'settings' | 'secrets' | 'queue' | 'now'>,
  tx: Connection,
  { userId }: { userId: string },
  occasion: LinkOccasion,
): Promise<void> {
  const { settings, now } = platform
  const user = await holdReceiver(tx, userId)
  if (!user) throw notFound()
  const link = await createPasswordLink(platform, tx, { userId, userName: user.userName })
  const { title, publicUrl } = settings
  await queueMail(platform, tx, {
    mail: passwordLinkMail(occasion, { title, publicUrl, link, linkHours, user }),
    occasion,
    expiresAt: new Date(now().getTime() + linkHours * 3_600_000),
  })
}
