import type { Role } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** A person as rights are judged of them. */
export type Person = Caller & {
  isActive: boolean
  /** Ids of administrative badges, which decide who manages whom. */
  adminBadges: string[]
  /** Document ids of the pipelines assigned to them and switched on. */
  assigned: ReadonlySet<string>
}

type PersonRow = {
  userId: string
  userName: string
  firstName: string
  lastName: string
  role: Role
  isActive: boolean
  unrestrictedUpload: boolean
  projectBadges: string[]
  adminBadges: string[]
  assigned: string[]
}

/** People with all that decides what they may do, or only these; by last name, then first name. */
export async function findPeople(db: Connection, ids: readonly string[] | null): Promise<Person[]> {
  const badgesOf = (type: 'admin' | 'project') =>
    sql`array(select ub.badge_id from user_badges ub join badges b on b.id = ub.badge_id
      where ub.user_id = u.id and b.type = ${type})`
  const { rows } = await sql<PersonRow>`
    select u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.role,
      u.is_active as "isActive", u.unrestricted_upload as "unrestrictedUpload",
      ${badgesOf('project')} as "projectBadges", ${badgesOf('admin')} as "adminBadges",
      array(select p.document_id from user_pipelines p where p.user_id = u.id and p.is_active) as assigned
    from users u ${ids === null ? sql`` : sql`where u.id = any(${[...ids]}::text[])`}
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(db)
  return rows.map(({ projectBadges, assigned, ...row }) => ({
    ...row,
    badges: new Set(projectBadges),
    assigned: new Set(assigned),
    sessionId: '',
  }))
}
