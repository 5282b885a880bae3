import { ApiError, codes, conflict, type Reply, texts } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { holdForChange } from './acting-person.ts'
import { mayGiveAll } from './change-address.ts'
import { createPasswordLink, linkHours } from './password-links.ts'
import { sendPasswordLink } from './send-password-link.ts'

/**
 * Sends another link to somebody who has not chosen a password; older ones end.
 * @throws ApiError 40400 outside of the scope, 40900 for who has a password
 */
export async function inviteAgain(platform: Platform, tx: Connection, caller: Caller, id: string): Promise<void> {
  const { person } = await holdInvited(tx, caller, id)
  await sendPasswordLink(platform, tx, { userId: person.id }, 'welcome')
  await recordAudit(tx, caller, { ...about(person), action: 'invite', before: null, after: null })
}

/**
 * Makes a link to hand over where no mail server is set up; older ones end. Whoever holds it can sign in as the person, so
 * it is for who could give everything that the person holds (S4), and only its hash is stored.
 * @param seen document ids of the pipelines the caller sees
 * @throws ApiError 40400 outside of the scope, 40900 where mails are sent and for who has a password, 40300
 */
export async function copyInvitation(
  platform: Platform,
  tx: Connection,
  caller: Caller,
  id: string,
  seen: ReadonlySet<string>,
): Promise<Reply<'POST /users/invitation-link'>> {
  const { actor, person } = await holdInvited(tx, caller, id)
  if (platform.settings.smtpUrl !== null) throw conflict(texts.linkIsMailed)
  if (!mayGiveAll(actor, person, seen)) throw new ApiError(codes.forbidden, texts.linkRefused)
  const at = platform.now()
  const link = await createPasswordLink({ ...platform, now: () => at }, tx, {
    userId: person.id,
    userName: person.userName,
  })
  await recordAudit(tx, caller, { ...about(person), action: 'copy invitation', before: null, after: null })
  return { link, expiresAt: new Date(at.getTime() + linkHours * 3_600_000).toISOString() }
}

async function holdInvited(tx: Connection, caller: Caller, id: string) {
  const { actor, people } = await holdForChange(tx, caller, [id])
  const [person] = people
  if (person === undefined || person.hasPassword) throw conflict(texts.passwordChosen)
  return { actor, person }
}

const about = (person: { id: string; userName: string }) => ({
  kind: 'user',
  objectId: person.id,
  name: person.userName,
})
