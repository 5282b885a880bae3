import { type DocKind, forbidden, invalid, notFound, textWith } from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { insertDocument, updateDocument } from '../documents.repository.ts'
import { rejectTakenNames, requiredName } from '../name-conflict.ts'
import { rootFolder } from '../folders/folders.repository.ts'
import { holdFolder } from '../folders/folders.reads.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { auditedChange } from './audited-change.ts'
import { auditedContent } from './audited-content.ts'
import { replaceReferences } from './references.repository.ts'
import type { Reference } from './references.reads.ts'
import { StaleSaveError } from './stale-save-error.ts'
import { mustHold } from '../rights.ts'
import { folderRights, seenOr404 } from '../rights-of-items.ts'
import { insertVersion, updateContent } from './versions.repository.ts'
import { findVersion, holdVersion, type VersionRow } from './versions.reads.ts'

/** What a kind of document stores at a save: its content, and what that content uses. */
export type Draft = {
  content: object
  references: readonly Reference[]
  /** What the audit calls the save of a draft; absent: 'save'. */
  action?: string
  /** What the audit keeps besides the content, as it was and as it is. */
  audited?: { before: object; after: object }
}

async function stored(tx: Connection, id: string): Promise<VersionRow> {
  const row = await findVersion(tx, id)
  if (row === undefined) throw new Error(`version ${id} vanished while it was stored`)
  return row
}

/**
 * A new document with version 1, a draft. `folder` absent: the root of its kind.
 * Errors: 40000 no name, 40900 name taken, 40300 not writes(folder), 40400 folder unknown, unseen or of another kind.
 */
export async function createDocument(
  tx: Connection,
  caller: Caller,
  kind: DocKind,
  named: { name: string; folder?: string },
  draft: Draft,
): Promise<VersionRow> {
  const name = requiredName(named.name)
  const folder = await holdFolder(tx, named.folder ?? (await rootFolder(tx, kind)).id)
  if (folder === undefined || folder.kind !== kind) throw notFound()
  const rights = await folderRights(tx, caller, folder)
  mustHold.writes(rights)
  const document = await rejectTakenNames(() => insertDocument(tx, { kind, folderId: folder.id, name }))
  const id = await insertVersion(tx, {
    documentId: document.id,
    version: 1,
    parents: [],
    content: draft.content,
    by: caller.userName,
  })
  await replaceReferences(tx, id, draft.references)
  await recordAudit(tx, caller, {
    kind,
    objectId: id,
    name,
    action: 'create',
    before: null,
    after: { ...draft.audited?.after, ...auditedContent(kind, name, draft.content) },
  })
  return stored(tx, id)
}

/**
 * The draft a save is about, held until the transaction ends.
 * Errors: 40400 unseen, 40300 locked or not writes, 40000 no sys_version, 40900 StaleSaveError (D-101).
 */
export async function openForSave(
  tx: Connection,
  caller: Caller,
  kind: DocKind,
  input: { _id: string; sys_version?: number },
): Promise<VersionRow> {
  const { row, rights } = await seenOr404(tx, caller, kind, await holdVersion(tx, input._id))
  if (row.locked) throw forbidden()
  mustHold.writes(rights)
  if (input.sys_version === undefined) throw invalid(textWith.missingFields(['sys_version']))
  if (input.sys_version !== row.sysVersion) throw new StaleSaveError(row.updatedBy, row.updatedAt)
  return row
}

/** Stores the draft that `openForSave` opened. A changed name renames the whole document, all versions with it. */
export async function storeDraft(
  tx: Connection,
  caller: Caller,
  row: VersionRow,
  named: { name: string },
  draft: Draft,
): Promise<VersionRow> {
  const name = requiredName(named.name)
  if (name !== row.name) {
    if (row.isFormDefinition) throw forbidden()
    await rejectTakenNames(() => updateDocument(tx, row.documentId, { name }))
  }
  await updateContent(tx, row.id, draft.content, caller.userName)
  await replaceReferences(tx, row.id, draft.references)
  await recordAudit(tx, caller, {
    kind: row.kind,
    objectId: row.id,
    name,
    action: draft.action ?? 'save',
    ...auditedChange({
      before: { ...draft.audited?.before, ...auditedContent(row.kind, row.name, row.content) },
      after: { ...draft.audited?.after, ...auditedContent(row.kind, name, draft.content) },
    }),
  })
  return stored(tx, row.id)
}
