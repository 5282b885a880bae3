import {
  conflict,
  type DocKind,
  type DocTags,
  type Folder,
  forbidden,
  findFreeName,
  invalid,
  mayOpenTree,
  needsAssignment,
  notFound,
  texts,
  type TreeNode,
} from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { rulesByName } from '../../../people/badges/badge-names.ts'
import { checkedRules } from '../badges/badge-rules.ts'
import { type DocumentRow, documentsIn, documentsOfKind } from '../documents.reads.ts'
import { rejectTakenNames, requiredName } from '../name-conflict.ts'
import type { AssignablePipelines } from '../../../people/users/assignable-pipelines.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type Fact, mustHold } from '../rights.ts'
import { folderRights, versionRights } from '../rights-of-items.ts'
import { usersOf } from '../versions/references.reads.ts'
import { versionsOf } from '../versions/versions.reads.ts'
import type { VersionsService } from '../versions/versions.service.ts'
import { folderTree } from './folder-tree.ts'
import { treeVersions } from './folder-tree.repository.ts'
import { insertFolder, removeFolder, rootFolder, updateFolder } from './folders.repository.ts'
import {
  type FolderRow,
  findFolder,
  folderPath,
  foldersBelow,
  foldersOfKind,
  holdFolder,
  siblingNames,
} from './folders.reads.ts'

export type FoldersService = ReturnType<typeof createFoldersService>

const present = (row: FolderRow): Folder => ({ id: row.id, name: row.name, kind: row.kind, parent: row.parentId })

/** Documents in an order in which they can be removed: each before those it uses. */
async function usersFirst(tx: Connection, documents: readonly DocumentRow[]): Promise<DocumentRow[]> {
  const waiting = new Map(documents.map((document) => [document.id, document]))
  const users = new Map<string, string[]>()
  for (const { id } of documents) {
    const versions = (await versionsOf(tx, id)).map((version) => version.id)
    users.set(
      id,
      (await usersOf(tx, versions)).map((user) => user.documentId),
    )
  }
  const ordered: DocumentRow[] = []
  while (waiting.size > 0) {
    // None is free only when they use each other in a circle; then the first is refused as used.
    const next = [...waiting.values()].find(({ id }) => !users.get(id)?.some((user) => waiting.has(user)))
    const chosen = next ?? waiting.values().next().value
    if (chosen === undefined) break
    waiting.delete(chosen.id)
    ordered.push(chosen)
  }
  return ordered
}

export function createFoldersService(
  platform: Platform,
  services: {
    versions: Pick<VersionsService, 'removeWithin' | 'removeFiles'>
    access: Pick<AssignablePipelines, 'allSeen'>
  },
) {
  const { db } = platform

  /** The folder, held; 40400 unknown or unseen, 40300 when the fact does not hold of it for the caller. */
  async function held(tx: Connection, caller: Caller, id: string, fact: Fact): Promise<FolderRow> {
    const folder = await holdFolder(tx, id)
    if (folder === undefined) throw notFound()
    mustHold[fact](await folderRights(tx, caller, folder))
    return folder
  }

  /** The same of a folder that is to be written and is not the root. */
  async function heldBelowRoot(tx: Connection, caller: Caller, id: string): Promise<FolderRow> {
    const folder = await held(tx, caller, id, 'writes')
    if (folder.parentId === null) throw forbidden()
    return folder
  }

  /** Moves and removals in one tree take turns: two moves at once could put two folders below each other. */
  async function holdTree(tx: Connection, id: string): Promise<void> {
    const folder = await findFolder(tx, id)
    if (folder !== undefined) await holdFolder(tx, (await rootFolder(tx, folder.kind)).id)
  }

  const audit = (tx: Connection, caller: Caller, folder: FolderRow, action: string, before: unknown, after: unknown) =>
    recordAudit(tx, caller, { kind: 'folder', objectId: folder.id, name: folder.name, action, before, after })

  /** A folder as the audit keeps it: names can be read after everything they name is gone. */
  const placeOf = async (tx: Connection, folder: FolderRow) => ({
    name: folder.name,
    kind: folder.kind,
    folder: folder.parentId === null ? null : await folderPath(tx, folder.parentId),
  })

  return {
    /** The root of a kind, made on first use (FLD-001). */
    async root(kind: DocKind): Promise<Folder> {
      return present(await rootFolder(db, kind))
    },

    /** Whether the id is a folder's, seen or not. */
    async has(id: string): Promise<boolean> {
      return (await findFolder(db, id)) !== undefined
    },

    /** GET /folders/tree: one root node, or none when even the root is not seen. */
    async tree(caller: Caller, kind: DocKind): Promise<TreeNode[]> {
      if (!mayOpenTree(caller.role, kind)) throw forbidden()
      const root = await rootFolder(db, kind)
      const node = folderTree(caller, root, {
        folders: await foldersOfKind(db, kind),
        documents: await documentsOfKind(db, kind),
        versions: await treeVersions(db, kind),
        onlyDocuments: needsAssignment(caller.role) ? await services.access.allSeen(caller) : null,
      })
      return node === null ? [] : [node]
    },

    /** POST /folders; parent null is the root. */
    async create(caller: Caller, input: { name: string; kind: DocKind; parent: string | null }): Promise<Folder> {
      const name = requiredName(input.name)
      return db.transaction().execute(async (tx) => {
        const parent = await held(tx, caller, input.parent ?? (await rootFolder(tx, input.kind)).id, 'writes')
        if (parent.kind !== input.kind) throw notFound()
        const folder = await rejectTakenNames(() => insertFolder(tx, input.kind, parent.id, name))
        await audit(tx, caller, folder, 'create', null, await placeOf(tx, folder))
        return present(folder)
      })
    },

    /** POST /folders/rename for a folder; the root keeps its name (FLD-018). */
    async rename(caller: Caller, id: string, newName: string): Promise<{ id: string; name: string }> {
      const name = requiredName(newName)
      return db.transaction().execute(async (tx) => {
        const folder = await heldBelowRoot(tx, caller, id)
        await rejectTakenNames(() => updateFolder(tx, id, { name }))
        await audit(tx, caller, { ...folder, name }, 'rename', { name: folder.name }, { name })
        return { id, name }
      })
    },

    /** POST /folders/reparent: never into itself, below itself, to where it is, or into another kind (FLD-013). */
    async reparent(caller: Caller, id: string, parentId: string): Promise<Folder> {
      return db.transaction().execute(async (tx) => {
        await holdTree(tx, id)
        const folder = await heldBelowRoot(tx, caller, id)
        const target = await held(tx, caller, parentId, 'writes')
        const below = (await foldersBelow(tx, id)).map((row) => row.id)
        if (target.kind !== folder.kind || below.includes(target.id) || folder.parentId === target.id) {
          throw invalid(texts.folderCannotMove)
        }
        const moved = {
          ...folder,
          name: findFreeName(folder.name, await siblingNames(tx, target.id)),
          parentId: target.id,
        }
        const before = await placeOf(tx, folder)
        await updateFolder(tx, id, { name: moved.name, parentId: target.id })
        await audit(tx, caller, moved, 'move', before, await placeOf(tx, moved))
        return present(moved)
      })
    },

    /**
     * DELETE /folders: all or nothing. Subfolders need withFolders, documents anywhere below withDocuments, and every
     * one of them must be deletable by the caller (D-115).
     */
    async remove(
      caller: Caller,
      input: { id: string; kind: DocKind; withFolders?: boolean; withDocuments?: boolean },
    ): Promise<{ folders: string[]; documents: string[] }> {
      const done = await db.transaction().execute(async (tx) => {
        await holdTree(tx, input.id)
        const folder = await heldBelowRoot(tx, caller, input.id)
        if (folder.kind !== input.kind) throw notFound()
        const below = await foldersBelow(tx, folder.id)
        const documents = await documentsIn(
          tx,
          below.map((row) => row.id),
        )
        if (below.length > 1 && input.withFolders !== true) throw conflict(texts.folderNotEmpty)
        if (documents.length > 0 && input.withDocuments !== true) throw conflict(texts.folderNotEmpty)
        const files: string[] = []
        const removed: string[] = []
        for (const document of await usersFirst(tx, documents)) {
          const versions = await versionsOf(tx, document.id)
          const [newest] = versions
          if (newest === undefined) throw new Error(`document ${document.id} has no version`)
          const rights = await versionRights(tx, caller, newest)
          files.push(...(await services.versions.removeWithin(tx, caller, newest, rights.writes)))
          removed.push(...versions.map((version) => version.id))
        }
        for (const row of below) {
          if (!(await folderRights(tx, caller, row)).writes) throw forbidden()
          const before = await placeOf(tx, row)
          await removeFolder(tx, row.id)
          await audit(tx, caller, row, 'delete', before, null)
        }
        return { files, folders: below.map((row) => row.id), documents: removed }
      })
      await services.versions.removeFiles(done.files)
      return { folders: done.folders, documents: done.documents }
    },

    /** Badge rules of a folder; they count for all below it (PRM-024). */
    async setRules(caller: Caller, id: string, tags: DocTags): Promise<{ id: string; tags: DocTags }> {
      return db.transaction().execute(async (tx) => {
        const folder = await held(tx, caller, id, 'writesBadges')
        const kept = [...folder.readRule, ...folder.writeRule].flat()
        const { read, write } = await checkedRules(tx, tags, { caller, kept })
        await updateFolder(tx, id, { readRule: read, writeRule: write })
        const before = await rulesByName(tx, { read: folder.readRule, write: folder.writeRule })
        await audit(tx, caller, folder, 'badges', before, await rulesByName(tx, { read, write }))
        return { id, tags: { read, write } }
      })
    },
  }
}
