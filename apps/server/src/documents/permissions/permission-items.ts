import { type DocKind, docKinds, type TaggedType } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Rules } from '../kernel/rights.ts'
import { documentsOfKind } from '../kernel/documents.reads.ts'
import { foldersOfKind, type FolderRow } from '../kernel/folders/folders.reads.ts'
import { pipelineHeads } from '../pipelines/pipelines.reads.ts'
import { keyOf, newestVersions } from './permission-items.repository.ts'

/** A folder or document with all that decides who may do what with it. */
export type PermissionItem = {
  type: TaggedType
  /** Whose tree it is in. */
  kind: DocKind
  /** Folder or document id. */
  key: string
  /** How a client names it: folder id, or the newest version's. */
  id: string
  name: string
  /** 'Pipelines / France / Products', from the root folder down to the item itself. */
  path: string
  own: Rules
  /** Folders above, nearest first, and their rules: one list for all questions about the item. */
  above: readonly PermissionItem[]
  aboveRules: readonly Rules[]
  anyLocked: boolean
  /** Of a pipeline: the data kind it is judged by. */
  datakind: string | null
}

/** All folders and documents of a kind, folders first, each after those above it. */
async function permissionItems(db: Connection, kind: DocKind): Promise<PermissionItem[]> {
  const rows = await foldersOfKind(db, kind)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const made = new Map<string, PermissionItem>()
  const folderItem = (row: FolderRow): PermissionItem => {
    const known = made.get(row.id)
    if (known !== undefined) return known
    const parent = row.parentId === null ? undefined : byId.get(row.parentId)
    const above = parent === undefined ? [] : aboveIn(folderItem(parent))
    const shared = { type: 'folder' as const, kind, anyLocked: false, datakind: null }
    const item = {
      ...shared,
      key: row.id,
      id: row.id,
      name: row.name,
      path: pathOf(above, row.name),
      ...rules(row),
      ...placedBelow(above),
    }
    made.set(row.id, item)
    return item
  }
  const folders = rows.map(folderItem).toSorted((a, b) => a.above.length - b.above.length)
  const documents = await documentsOfKind(db, kind)
  const newest = await newestVersions(db, kind)
  const heads = kind === 'pipeline' ? await pipelineHeads(db, null) : []
  const datakinds = new Map(heads.map((head) => [head.documentId, head.datakind]))
  const leaves = documents.flatMap((row): PermissionItem[] => {
    const folder = made.get(row.folderId)
    const version = newest.get(row.id)
    if (folder === undefined || version === undefined) return []
    const above = aboveIn(folder)
    const names = { key: row.id, id: version.id, name: row.name, path: pathOf(above, row.name) }
    const datakind = datakinds.get(row.id) ?? null
    return [
      { type: kind, kind, ...names, ...rules(row), ...placedBelow(above), anyLocked: version.anyLocked, datakind },
    ]
  })
  return [...folders, ...leaves]
}

/** Items of all three trees. */
export async function allPermissionItems(db: Connection): Promise<PermissionItem[]> {
  const items: PermissionItem[] = []
  for (const kind of docKinds) items.push(...(await permissionItems(db, kind)))
  return items
}

/**
 * The item that an id stands for, in the tree it is in: a folder's id, or that of any version of a document. Undefined
 * when unknown or of another type.
 */
export async function findPermissionItem(
  db: Connection,
  type: TaggedType,
  id: string,
): Promise<{ item: PermissionItem; tree: PermissionItem[] } | undefined> {
  const found = await keyOf(db, type, id)
  if (found === undefined) return undefined
  const tree = await permissionItems(db, found.kind)
  const item = tree.find((entry) => entry.type === type && entry.key === found.key)
  return item === undefined ? undefined : { item, tree }
}

/** Puts an item below these folders, nearest first. */
export const placedBelow = (above: readonly PermissionItem[]): Pick<PermissionItem, 'above' | 'aboveRules'> => ({
  above,
  aboveRules: above.map((folder) => folder.own),
})

const aboveIn = (folder: PermissionItem): PermissionItem[] => [folder, ...folder.above]

const pathOf = (above: readonly PermissionItem[], name: string): string =>
  [...above.toReversed().map((folder) => folder.name), name].join(' / ')

const rules = (row: { readRule: Rules['read']; writeRule: Rules['write']; isReadyMade: boolean }): { own: Rules } => ({
  own: { read: row.readRule, write: row.writeRule, readyMade: row.isReadyMade },
})
