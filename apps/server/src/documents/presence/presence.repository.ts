import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** One who has a version open; `id` is that of the open editor, of which a person may have several. */
export type OpenRow = { id: string; versionId: string; userId: string; name: string; openedAt: Date }
/** How often a version was saved, and by whom last. */
export type SavedRow = { versionId: string; sysVersion: number; savedAt: Date; savedBy: string | null }

/** Rows that were not renewed for so long are of an editor that is gone, or of a process that was killed. */
const staleAfter = sql`interval '30 seconds'`

export async function insertOpen(
  db: Connection,
  row: { id: string; versionId: string; userId: string },
): Promise<void> {
  await db.deleteFrom('open_documents').where('seen_at', '<', sql<Date>`now() - ${staleAfter}`).execute()
  await db.insertInto('open_documents').values({ id: row.id, version_id: row.versionId, user_id: row.userId }).execute()
}

/** @returns the ids that were still there */
export async function renewOpen(db: Connection, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .updateTable('open_documents')
    .set({ seen_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteOpen(db: Connection, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('open_documents')
    .where('id', 'in', [...ids])
    .execute()
}

/** Who has these versions open, first come first. */
export function listOpen(db: Connection, versionIds: readonly string[]): Promise<OpenRow[]> {
  return db
    .selectFrom('open_documents as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select([
      'o.id',
      'o.version_id as versionId',
      'o.user_id as userId',
      sql<string>`u.first_name || ' ' || u.last_name`.as('name'),
      'o.opened_at as openedAt',
    ])
    .where('o.version_id', 'in', [...versionIds])
    .where('o.seen_at', '>=', sql<Date>`now() - ${staleAfter}`)
    .orderBy('o.opened_at')
    .orderBy('o.id')
    .execute()
}

export function listSaved(db: Connection, versionIds: readonly string[]): Promise<SavedRow[]> {
  return db
    .selectFrom('document_versions as v')
    .leftJoin('users as u', 'u.user_name', 'v.updated_by')
    .select([
      'v.id as versionId',
      'v.sys_version as sysVersion',
      'v.updated_at as savedAt',
      sql<string | null>`coalesce(u.first_name || ' ' || u.last_name, v.updated_by)`.as('savedBy'),
    ])
    .where('v.id', 'in', [...versionIds])
    .execute()
}
