import { defaultBadgeColor, notFound, type SessionUser, type Tag } from '@millrace/contract'
import { badgesOfUser, findSessionUser } from './session-user.repository.ts'
import type { Connection } from '../../platform/database/database.ts'

type BadgeRow = { id: string; name: string; type: 'admin' | 'project'; color: string | null; is_hidden: boolean }

/** The signed-in person as the app shows them (SES-025). */
export async function sessionUser(db: Connection, userId: string): Promise<SessionUser> {
  const user = await findSessionUser(db, userId)
  if (!user) throw notFound()
  const badges = await badgesOfUser(db, userId)
  return {
    _id: user.id,
    name: { firstName: user.first_name, lastName: user.last_name },
    userName: user.user_name,
    email: user.email,
    avatar: user.avatar,
    roles: [{ name: user.role }],
    role: user.role,
    admin_tags: badges.filter(({ type }) => type === 'admin').map(presentHeldBadge),
    project_tags: badges.filter(({ type }) => type === 'project').map(presentHeldBadge),
    unrestrictedUpload: user.unrestricted_upload,
  }
}

/** A badge that a person holds is used by that alone. */
export function presentHeldBadge(badge: BadgeRow): Tag {
  const { id, name, type, is_hidden } = badge
  const color = type === 'project' ? { color: badge.color ?? defaultBadgeColor } : {}
  return { _id: id, name, type, ...color, isUsed: true, isHidden: is_hidden }
}
