import type { Tag, TfaState, User } from '@millrace/contract'
import { invitationOf } from './invitation.ts'
import type { UserRow } from './users.repository.ts'

/** What an answer needs besides the row: badges by id, versions by pipeline, and the pipelines (document ids) the caller sees. */
export type UserContext = {
  badges: ReadonlyMap<string, Tag>
  versions: ReadonlyMap<string, readonly string[]>
  seenPipelines: ReadonlySet<string>
  /** What holds of the second factor for who has this stored. */
  tfaStateOf(stored: TfaState): TfaState
  now: Date
}

/** USR-031; pipelines that the caller does not see are left out of the permissions. */
export function presentUser(row: UserRow, context: UserContext): User {
  const tags = (ids: readonly string[]) => ids.flatMap((id) => context.badges.get(id) ?? [])
  const seen = row.pipelines.filter(({ documentId }) => context.seenPipelines.has(documentId))
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    userName: row.userName,
    email: row.email,
    service: row.service,
    avatar: row.avatar,
    roles: [{ name: row.role }],
    role: row.role,
    isActive: row.isActive,
    unrestrictedUpload: row.unrestrictedUpload,
    lastSeenDate: row.lastSeenAt?.toISOString() ?? null,
    // Any version's id stands for the whole pipeline (D-39).
    pipelinePermissions: Object.fromEntries(
      seen.flatMap(({ documentId, isActive }) =>
        (context.versions.get(documentId) ?? []).map((id): [string, boolean] => [id, isActive]),
      ),
    ),
    admin_tags: tags(row.adminBadges),
    project_tags: tags(row.projectBadges),
    tfa: context.tfaStateOf(row.tfa),
    invitation: invitationOf(row, context.now),
  }
}

const order = new Intl.Collator('en', { sensitivity: 'base' })

/** By last name, then first name. */
export const byName = (a: User, b: User): number =>
  order.compare(a.lastName, b.lastName) ||
  order.compare(a.firstName, b.firstName) ||
  order.compare(a.userName, b.userName)
