import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'

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

export async function insertBadge(db: Connection, badge: Omit<BadgeRow, 'id' | 'isUsed'>): Promise<string> {
  const id = newId()
  await db
    .insertInto('badges')
    .values({ id, name: badge.name, type: badge.type, color: badge.color, is_hidden: badge.isHidden })
    .execute()
  return id
}

export async function updateBadge(
  db: Connection,
  id: string,
  badge: Pick<BadgeRow, 'name' | 'color' | 'isHidden'>,
): Promise<void> {
  await db
    .updateTable('badges')
    .set({ name: badge.name, color: badge.color, is_hidden: badge.isHidden })
    .where('id', '=', id)
    .execute()
}

/**
 * Holds the badges for a deletion until the transaction ends: who names one meanwhile waits, and whoever named one
 * before has been waited for, so that a statement after this one sees every use.
 */
export async function holdBadges(tx: Connection, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('badges')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Lets badges be named one after the other: two at once could choose names that are the same but for case. */
export async function holdBadgeNames(tx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('badge names'))`.execute(tx)
}

export async function removeBadges(db: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('badges')
    .where('id', 'in', [...ids])
    .execute()
}
