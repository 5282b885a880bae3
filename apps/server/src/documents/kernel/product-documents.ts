import { type DocKind, findFreeName } from '@millrace/contract'
import { recordAudit } from '../../people/audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { type DocumentRow, documentsOfKind } from './documents.reads.ts'
import { insertDocument } from './documents.repository.ts'
import { siblingNames } from './folders/folders.reads.ts'
import { insertFolder, rootFolder } from './folders/folders.repository.ts'
import { type VersionRow, versionsOf } from './versions/versions.reads.ts'
import { insertVersion, markLocked } from './versions/versions.repository.ts'

/** The documents of a kind that come with the product. */
export const productDocuments = async (tx: Connection, kind: DocKind): Promise<DocumentRow[]> =>
  (await documentsOfKind(tx, kind)).filter((document) => document.isReadyMade)

/** A folder below the root for what comes with the product; one of somebody's that has the name stays theirs. @returns its id */
export async function createProductFolder(tx: Connection, kind: DocKind, wantedName: string): Promise<string> {
  const root = await rootFolder(tx, kind)
  const name = findFreeName(wantedName, await siblingNames(tx, root.id))
  const folder = await insertFolder(tx, kind, root.id, name)
  await recordAudit(tx, systemCaller, {
    kind: 'folder',
    objectId: folder.id,
    name,
    action: 'create',
    before: null,
    after: { id: folder.id, name, kind, parent: root.id },
  })
  return folder.id
}

/** The newest version of a document that comes with the product. */
export const newestProductVersion = async (tx: Connection, documentId: string): Promise<VersionRow | undefined> =>
  (await versionsOf(tx, documentId))[0]

/**
 * Stores the next version of a document that comes with the product, locked at once; without a newest one the document
 * is made. @returns the version's id
 */
export async function storeProductVersion(
  tx: Connection,
  document: { kind: DocKind; folderId: string; name: string; isFormDefinition?: boolean },
  newest: VersionRow | undefined,
  content: object,
): Promise<string> {
  const { kind, name } = document
  const documentId = newest?.documentId ?? (await insertDocument(tx, { ...document, isReadyMade: true })).id
  const version = (newest?.version ?? 0) + 1
  const id = await insertVersion(tx, {
    documentId,
    version,
    parents: newest === undefined ? [] : [newest.id],
    content,
    by: systemCaller.userName,
  })
  await markLocked(tx, [id], systemCaller.userName)
  await recordAudit(tx, systemCaller, {
    kind,
    objectId: id,
    name,
    action: newest === undefined ? 'create' : 'new version',
    before: newest === undefined ? null : { version: newest.version },
    after: newest === undefined ? content : { version },
  })
  return id
}
