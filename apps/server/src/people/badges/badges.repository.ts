import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { BadgeRow } from './badges.reads.ts'

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
