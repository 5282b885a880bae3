import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** Pipelines (document ids) assigned to a person and switched on (PIC-006). */
export async function assignedPipelines(db: Connection, userId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('user_pipelines')
    .select('document_id')
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .execute()
  return new Set(rows.map((row) => row.document_id))
}

/** The pipelines (document ids) that these versions belong to; ids of anything else are missing. */
export async function pipelinesOfVersions(db: Connection, versionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; documentId: string }>`
    select v.id, v.document_id as "documentId" from document_versions v
    join documents d on d.id = v.document_id and d.kind = 'pipeline'
    where v.id = any(${[...versionIds]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.documentId]))
}

/** Ids of all versions of these documents, by document. */
export async function versionsOfDocuments(
  db: Connection,
  documentIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ documentId: string; ids: string[] }>`
    select document_id as "documentId", array_agg(id order by version) as ids from document_versions
    where document_id = any(${[...documentIds]}::text[]) group by document_id`.execute(db)
  return new Map(rows.map((row) => [row.documentId, row.ids]))
}
