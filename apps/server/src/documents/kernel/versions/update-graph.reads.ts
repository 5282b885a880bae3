import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Reference } from './references.reads.ts'
import { type VersionRow, versionRows } from './versions.reads.ts'

/** What these versions use directly, by their id. */
export async function referencesFrom(db: Connection, ids: readonly string[]): Promise<Map<string, Reference[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_references')
    .select(['from_version as from', 'to_version as to', 'role'])
    .where('from_version', 'in', [...ids])
    .orderBy('to_version')
    .execute()
  return Map.groupBy(rows, (row) => row.from)
}

/** The newest locked version of each of these documents, by document. */
export async function newestLocked(db: Connection, documentIds: readonly string[]): Promise<Map<string, VersionRow>> {
  if (documentIds.length === 0) return new Map()
  const rows = await versionRows(db)
    .where(
      'v.id',
      'in',
      sql<string>`(select distinct on (document_id) id from document_versions
        where locked and document_id = any(${[...documentIds]}::text[]) order by document_id, version desc)`,
    )
    .execute()
  return new Map(rows.map((row) => [row.documentId, row]))
}
