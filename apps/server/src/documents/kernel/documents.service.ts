import {
  type DocKind,
  type DocTags,
  forbidden,
  findFreeName,
  invalid,
  isFormDefinitionName,
  notFound,
  texts,
} from '@millrace/contract'
import { recordAudit } from '../../people/audit/audit.service.ts'
import { rulesByName } from '../../people/badges/badge-names.ts'
import { folderPath, holdFolder } from './folders/folders.reads.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mustHold } from './rights.ts'
import { folderRights, seenOr404 } from './rights-of-items.ts'
import { findVersion } from './versions/versions.reads.ts'
import { checkedRules } from './badges/badge-rules.ts'
import { updateDocument } from './documents.repository.ts'
import { documentsIn, holdDocumentOf } from './documents.reads.ts'
import { rejectTakenNames, requiredName } from './name-conflict.ts'

export type DocumentsService = ReturnType<typeof createDocumentsService>

/** What concerns a document as a whole, whatever its kind: its name, its place and its badges. */
export function createDocumentsService(platform: Platform) {
  const { db } = platform
  return {
    /** POST /folders/rename for a document, null being of any kind: all its versions have the new name (D-118). */
    async rename(caller: Caller, kind: DocKind | null, anyVersionId: string, newName: string) {
      const name = requiredName(newName)
      return db.transaction().execute(async (tx) => {
        await holdDocumentOf(tx, anyVersionId)
        const found = await findVersion(tx, anyVersionId)
        if (found === undefined) throw notFound()
        const { row, rights } = await seenOr404(tx, caller, kind ?? found.kind, found)
        mustHold.writes(rights)
        if (row.isFormDefinition || (row.kind === 'schema' && isFormDefinitionName(name))) throw forbidden()
        await rejectTakenNames(() => updateDocument(tx, row.documentId, { name }))
        await recordAudit(tx, caller, {
          kind: row.kind,
          objectId: row.id,
          name,
          action: 'rename',
          before: { name: row.name },
          after: { name },
        })
        return { id: row.id, name }
      })
    },

    /** POST /{documents}/reparent: a taken name gets the smallest free number (FLD-016, FLD-017). */
    async reparent(caller: Caller, kind: DocKind, anyVersionId: string, parentId: string) {
      return db.transaction().execute(async (tx) => {
        const target = await holdFolder(tx, parentId)
        await holdDocumentOf(tx, anyVersionId)
        const { row, rights } = await seenOr404(tx, caller, kind, await findVersion(tx, anyVersionId))
        if (target === undefined) throw notFound()
        const targetRights = await folderRights(tx, caller, target)
        mustHold.sees(targetRights)
        mustHold.writes(rights)
        mustHold.writes(targetRights)
        if (target.kind !== kind || target.id === row.folderId) throw invalid(texts.documentCannotMove)
        const name = findFreeName(
          row.name,
          (await documentsIn(tx, [target.id])).map((document) => document.name),
        )
        await updateDocument(tx, row.documentId, { name, folderId: target.id })
        await recordAudit(tx, caller, {
          kind,
          objectId: row.id,
          name,
          action: 'move',
          before: { folder: await folderPath(tx, row.folderId), name: row.name },
          after: { folder: await folderPath(tx, target.id), name },
        })
        return { _id: row.id, name, folder: target.id }
      })
    },

    /** Badge rules of a document, for all its versions; needs its write badges, not the lock rule (D-47). */
    async setRules(caller: Caller, kind: DocKind, anyVersionId: string, tags: DocTags) {
      return db.transaction().execute(async (tx) => {
        await holdDocumentOf(tx, anyVersionId)
        const { row, rights } = await seenOr404(tx, caller, kind, await findVersion(tx, anyVersionId))
        mustHold.writesBadges(rights)
        const kept = [...row.readRule, ...row.writeRule].flat()
        const { read, write } = await checkedRules(tx, tags, { caller, kept })
        await updateDocument(tx, row.documentId, { readRule: read, writeRule: write })
        await recordAudit(tx, caller, {
          kind,
          objectId: row.id,
          name: row.name,
          action: 'badges',
          before: await rulesByName(tx, { read: row.readRule, write: row.writeRule }),
          after: await rulesByName(tx, { read, write }),
        })
        return { id: anyVersionId, tags: { read, write } }
      })
    },
  }
}
