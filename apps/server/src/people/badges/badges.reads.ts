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

/** Names of these badges, those left out that are gone. */
export async function namesOfBadges(db: Connection, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('badges')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
}

/** All badges as they are stored. */
export const storedBadges = (db: Connection) => db.selectFrom('badges').selectAll().execute()

/**
 * Types of these badges, which are held until the transaction ends: one that is being deleted meanwhile waits and is
 * then found in use. Everybody takes them in the same order, so nobody waits in a circle.
 */
export async function holdBadgeTypes(
  tx: Connection,
  ids: readonly string[],
): Promise<{ id: string; type: 'admin' | 'project'; isHidden: boolean }[]> {
  return tx
    .selectFrom('badges')
    .select(['id', 'type', 'is_hidden as isHidden'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute()
}
