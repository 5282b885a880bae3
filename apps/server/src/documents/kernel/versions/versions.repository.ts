import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'

/** The number after the highest that the document has; the caller holds the document (D-94). */
export async function nextNumber(db: Connection, documentId: string): Promise<number> {
  const row = await db
    .selectFrom('document_versions')
    .select((select) => select.fn.max('version').as('highest'))
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return (row?.highest ?? 0) + 1
}

export async function insertVersion(
  db: Connection,
  version: {
    id?: string
    documentId: string
    version: number
    parents: readonly string[]
    content: object
    by: string
  },
): Promise<string> {
  const id = version.id ?? newId()
  await db
    .insertInto('document_versions')
    .values({
      id,
      document_id: version.documentId,
      version: version.version,
      parents: [...version.parents],
      content: JSON.stringify(version.content),
      updated_by: version.by,
    })
    .execute()
  return id
}

/** Stores a draft's content and counts the save (D-101). */
export async function updateContent(db: Connection, id: string, content: object, by: string): Promise<void> {
  await db
    .updateTable('document_versions')
    .set((set) => ({
      content: JSON.stringify(content),
      sys_version: set('sys_version', '+', 1),
      updated_at: sql<Date>`now()`,
      updated_by: by,
    }))
    .where('id', '=', id)
    .execute()
}

export async function markLocked(db: Connection, ids: readonly string[], by: string): Promise<void> {
  await db
    .updateTable('document_versions')
    .set({ locked: true, updated_at: sql<Date>`now()`, updated_by: by })
    .where('id', 'in', [...ids])
    .execute()
}

export async function removeVersion(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('document_versions').where('id', '=', id).execute()
}
