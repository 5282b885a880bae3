import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export type BadgeRow = {
  id: string
  name: string
  type: 'admin' | 'project'
  color: string | null
  isHidden: boolean
  isUsed: boolean
}

/** All badges, or these, by name; used = held by a person or named by a rule or a connection (D-45). */
export async function badgeRows(db: Connection, ids: readonly string[] | null): Promise<BadgeRow[]> {
  const { rows } = await sql<BadgeRow>`
    select b.id, b.name, b.type, b.color, b.is_hidden as "isHidden", (
      exists (select 1 from user_badges u where u.badge_id = b.id)
      or exists (select 1 from connections c where b.id = any(c.badges))
      or exists (select 1 from modules m where b.id = any(m.badges))
      or b.id in (
        select jsonb_array_elements_text(g.value)
        from (
          select read_rule as rule from folders union all select write_rule from folders
          union all select read_rule from documents union all select write_rule from documents
        ) r, jsonb_array_elements(r.rule) g
      )) as "isUsed"
    from badges b ${ids === null ? sql`` : sql`where b.id = any(${[...ids]}::text[])`}
    order by lower(b.name)`.execute(db)
  return rows
}
