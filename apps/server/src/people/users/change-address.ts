import { ApiError, codes, mayGiveAnyBadge, texts } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { composeMail, onOneLine } from '../mail/compose-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Actor } from './acting-person.ts'
import { endPasswordLinks } from './password-links.ts'
import type { UserRow } from './users.repository.ts'

/** How long the mail to the old address may wait for a mail server that is away. */
const waitHours = 24

/**
 * Whoever chooses somebody's address can have a link sent there and sign in as them. So only who could grant everything
 * that the person holds may change it, and the person themselves (S4).
 * @param seen document ids of the pipelines the acting person sees
 * @throws ApiError 40300
 */
export function mayChangeAddress(actor: Actor, person: UserRow, seen: ReadonlySet<string>): void {
  if (!mayGiveAll(actor, person, seen)) throw new ApiError(codes.forbidden, texts.addressRefused)
}

/**
 * Whether the acting person could give everything that the person holds, so that signing in as them would win nothing (S4).
 * @param seen document ids of the pipelines the acting person sees
 */
export function mayGiveAll(actor: Actor, person: UserRow, seen: ReadonlySet<string>): boolean {
  if (person.id === actor.userId || mayGiveAnyBadge(actor.role)) return true
  const badges = [...person.adminBadges, ...person.projectBadges]
  return (
    badges.every((badge) => actor.badges.has(badge)) &&
    person.pipelines.every(({ documentId, isActive }) => !isActive || seen.has(documentId))
  )
}

/** Links that went to the old address let nobody in any more, and whoever reads it learns who changed it. */
export async function leaveAddress(
  platform: Pick<Platform, 'settings' | 'secrets' | 'queue' | 'now'>,
  tx: Connection,
  caller: Caller,
  person: UserRow,
): Promise<void> {
  const { settings, now } = platform
  await endPasswordLinks(tx, person.id, now())
  const { title } = settings
  const who = onOneLine(`${caller.firstName} ${caller.lastName}`)
  await queueMail(platform, tx, {
    mail: composeMail(
      { name: `${person.firstName} ${person.lastName}`, address: person.email },
      `${title}: your email address was changed`,
      [
        `Hello ${onOneLine(person.firstName)},`,
        `${who} (${caller.userName}) changed the email address of your account ${person.userName} at ${title}. Mails no longer go to this address, and links that were sent to it no longer work.`,
        'If you did not expect this, tell an administrator.',
      ],
    ),
    occasion: 'address',
    expiresAt: new Date(now().getTime() + waitHours * 3_600_000),
  })
}
