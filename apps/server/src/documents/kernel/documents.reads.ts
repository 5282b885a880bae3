import type { DocKind, Rule } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'

export type DocumentRow = {
  id: string
  kind: DocKind
  folderId: string
  name: string
  readRule: Rule
  writeRule: Rule
  isFormDefinition: boolean
  /** Comes with the product. */
  isReadyMade: boolean
}

const documentRows = (db: Connection) =>
  db
    .selectFrom('documents as d')
    .select([
      'd.id',
      'd.kind',
      'd.folder_id as folderId',
      'd.name',
      'd.read_rule as readRule',
      'd.write_rule as writeRule',
      'd.is_form_definition as isFormDefinition',
      'd.is_ready_made as isReadyMade',
    ])

/** The document that any of its versions stands for (D-55), held until the transaction ends. */
export const holdDocumentOf = (db: Connection, anyVersionId: string): Promise<DocumentRow | undefined> =>
  documentRows(db)
    .innerJoin('document_versions as v', 'v.document_id', 'd.id')
    .where('v.id', '=', anyVersionId)
    .forUpdate('d')
    .executeTakeFirst()

/**
 * Holds the documents of these versions for new versions, in the order of their ids. Plans and imports may go on to refer
 * to them, or an update and a plan that comes due would wait for each other.
 */
export async function holdDocumentsOf(db: Connection, versionIds: readonly string[]): Promise<void> {
  await documentRows(db)
    .where('d.id', 'in', (ids) =>
      ids
        .selectFrom('document_versions')
        .select('document_id')
        .where('id', 'in', [...versionIds]),
    )
    .orderBy('d.id')
    .forNoKeyUpdate('d')
    .execute()
}

export const documentsIn = (db: Connection, folderIds: readonly string[]): Promise<DocumentRow[]> =>
  documentRows(db)
    .where('d.folder_id', 'in', [...folderIds])
    .orderBy('d.name')
    .execute()

export const documentsOfKind = (db: Connection, kind: DocKind): Promise<DocumentRow[]> =>
  documentRows(db).where('d.kind', '=', kind).orderBy('d.name').execute()

export async function nameOfDocument(db: Connection, id: string): Promise<string> {
  const { name } = await db.selectFrom('documents').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return name
}

/** Whether any version of the document is locked (D-96). */
export async function anyVersionLocked(db: Connection, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_versions')
    .select('id')
    .where('document_id', '=', documentId)
    .where('locked', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
