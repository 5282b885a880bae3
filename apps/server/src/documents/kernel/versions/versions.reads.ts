import type { DocKind, DocRef, Rule } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'

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

/**
 * Holds the version until the transaction ends: a save and a lock of it take turns (G9). Others may go on to refer to it,
 * or two saves of schemas that refer to each other would wait for each other.
 */
export const holdVersion = (db: Connection, id: string): Promise<VersionRow | undefined> =>
  versionRows(db).where('v.id', '=', id).forNoKeyUpdate('v').executeTakeFirst()

/** Held in the order of their ids, so that two holders never wait for each other. */
export async function holdVersions(db: Connection, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return []
  return versionRows(db)
    .where('v.id', 'in', [...ids])
    .orderBy('v.id')
    .forNoKeyUpdate('v')
    .execute()
}

/** Holds versions that are about to go: a save that adds a reference to one of them is waited for, a later one waits. */
export const holdForRemoval = async (db: Connection, ids: readonly string[]): Promise<void> => {
  await db
    .selectFrom('document_versions')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Holds versions that are about to be referred to, and tells which of them there are: they cannot go until then. */
export async function holdTargets(db: Connection, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('document_versions')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(rows.map((row) => row.id))
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

export const docRef = (row: Pick<VersionRow, 'id' | 'name' | 'version' | 'locked' | 'kind'>): DocRef => ({
  _id: row.id,
  name: row.name,
  version: row.version,
  vLocked: row.locked,
  type: row.kind,
})
