import type { DocKind, DocRef, Rule } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'

/** A version with the document it belongs to. */
export type VersionRow = {
  id: string
  documentId: string
  kind: DocKind
  folderId: string
  name: string
  readRule: Rule
  writeRule: Rule
  isFormDefinition: boolean
  /** Comes with the product. */
  isReadyMade: boolean
  version: number
  locked: boolean
  parents: string[]
  sysVersion: number
  content: Record<string, unknown>
  updatedAt: Date
  updatedBy: string | null
}

export const versionRows = (db: Connection) =>
  db
    .selectFrom('document_versions as v')
    .innerJoin('documents as d', 'd.id', 'v.document_id')
    .select([
      'v.id',
      'v.document_id as documentId',
      'd.kind',
      'd.folder_id as folderId',
      'd.name',
      'd.read_rule as readRule',
      'd.write_rule as writeRule',
      'd.is_form_definition as isFormDefinition',
      'd.is_ready_made as isReadyMade',
      'v.version',
      'v.locked',
      'v.parents',
      'v.sys_version as sysVersion',
      'v.content',
      'v.updated_at as updatedAt',
      'v.updated_by as updatedBy',
    ])

export const findVersion = (db: Connection, id: string): Promise<VersionRow | undefined> =>
  versionRows(db).where('v.id', '=', id).executeTakeFirst()

/** Holds the version until the transaction ends: a save and a lock of it take turns (G9). */
export const holdVersion = (db: Connection, id: string): Promise<VersionRow | undefined> =>
  versionRows(db).where('v.id', '=', id).forUpdate('v').executeTakeFirst()

/** Held in the order of their ids, so that two holders never wait for each other. */
export async function holdVersions(db: Connection, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return []
  return versionRows(db)
    .where('v.id', 'in', [...ids])
    .orderBy('v.id')
    .forUpdate('v')
    .execute()
}

export async function findVersions(db: Connection, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return []
  return versionRows(db)
    .where('v.id', 'in', [...ids])
    .execute()
}

/** Versions of a document, newest first (VER-005). */
export const versionsOf = (db: Connection, documentId: string): Promise<VersionRow[]> =>
  versionRows(db).where('v.document_id', '=', documentId).orderBy('v.version', 'desc').execute()

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
  version: { documentId: string; version: number; parents: readonly string[]; content: object; by: string },
): Promise<string> {
  const id = newId()
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

export const docRef = (row: Pick<VersionRow, 'id' | 'name' | 'version' | 'locked' | 'kind'>): DocRef => ({
  _id: row.id,
  name: row.name,
  version: row.version,
  vLocked: row.locked,
  type: row.kind,
})
