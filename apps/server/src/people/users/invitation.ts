import type { Invitation } from '@millrace/contract'
import { linkHours } from './password-links.ts'
import type { UserRow } from './users.repository.ts'

/** Whether the person has chosen a password, and else whether a link lets them. Every account is made with one. */
export function invitationOf(
  { hasPassword, newestLinkUntil, openLinkUntil }: Pick<UserRow, 'hasPassword' | 'newestLinkUntil' | 'openLinkUntil'>,
  now: Date,
): Invitation {
  if (hasPassword) return { state: 'accepted', at: null }
  const open = openLinkUntil !== null && openLinkUntil > now
  const until = open ? openLinkUntil : newestLinkUntil
  const at = until === null ? null : new Date(until.getTime() - linkHours * 3_600_000).toISOString()
  return { state: open ? 'open' : 'expired', at }
}
