import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/**
 * A person as the audit keeps them: names instead of ids, so that a row can be read after what it names is gone, and
 * never a password, a secret or a whole picture. Null when there is no such person.
 */
export async function userForAudit(tx: Connection, userId: string): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<Record<string, unknown>>`
    select u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email, u.service,
      case when u.avatar is not null then 'picture ' || left(md5(u.avatar), 8) end as avatar,
      u.role, u.is_active as "isActive", u.unrestricted_upload as "unrestrictedUpload", u.tfa,
      array(select b.name from user_badges ub join badges b on b.id = ub.badge_id
        where ub.user_id = u.id and b.type = 'admin' order by lower(b.name)) as "admin_tags",
      array(select b.name from user_badges ub join badges b on b.id = ub.badge_id
        where ub.user_id = u.id and b.type = 'project' order by lower(b.name)) as "project_tags",
      array(select d.name from user_pipelines p join documents d on d.id = p.document_id
        where p.user_id = u.id and p.is_active order by lower(d.name), d.id) as pipelines
    from users u where u.id = ${userId}`.execute(tx)
  return rows[0] ?? null
}
