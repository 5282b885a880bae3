import type { Tag, User } from '@millrace/contract'
import type { UserRow } from './users.repository.ts'

/** What a person in an answer names: badges by id, versions by pipeline, and the pipelines (document ids) the caller sees. */
export type UserNames = {
  badges: ReadonlyMap<string, Tag>
  versions: ReadonlyMap<string, readonly string[]>
  seenPipelines: ReadonlySet<string>
}

/** USR-031; pipelines that the caller does not see are left out of the permissions. */
export function presentUser(row: UserRow, names: UserNames): User {
  const tags = (ids: readonly string[]) => ids.flatMap((id) => names.badges.get(id) ?? [])
  const seen = row.pipelines.filter(({ documentId }) => names.seenPipelines.has(documentId))
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
        (names.versions.get(documentId) ?? []).map((id): [string, boolean] => [id, isActive]),
      ),
    ),
    admin_tags: tags(row.adminBadges),
    project_tags: tags(row.projectBadges),
    tfa: row.tfa,
  }
}

const order = new Intl.Collator('en', { sensitivity: 'base' })

/** By last name, then first name. */
export const byName = (a: User, b: User): number =>
  order.compare(a.lastName, b.lastName) ||
  order.compare(a.firstName, b.firstName) ||
  order.compare(a.userName, b.userName)
