import { type DocTags, seesBadgeRules, type TreeNode } from '@millrace/contract'
import { type Rules, rightsOf } from '../rights.ts'
import type { DocumentRow } from '../documents.reads.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { objectRule } from '../../../platform/http/object-rules.ts'
import type { TreeVersion } from './folder-tree.repository.ts'
import type { FolderRow } from './folders.reads.ts'

type Rows = {
  folders: readonly FolderRow[]
  documents: readonly DocumentRow[]
  /** Newest first. */
  versions: readonly TreeVersion[]
  /** Document ids a person of role user sees; null for other roles, who see by badges alone. */
  onlyDocuments: ReadonlySet<string> | null
}

const rulesOf = (row: { readRule: Rules['read']; writeRule: Rules['write']; isReadyMade: boolean }): Rules => ({
  read: row.readRule,
  write: row.writeRule,
  readyMade: row.isReadyMade,
})
const tagsOf = ({ read, write }: Rules): DocTags => ({ read, write })
const byLabel = (a: TreeNode, b: TreeNode): number => a.label.localeCompare(b.label, 'en')

function buildTree(caller: Caller, root: FolderRow, rows: Rows): TreeNode | null {
  const foldersIn = Map.groupBy(rows.folders, (folder) => folder.parentId)
  const documentsIn = Map.groupBy(rows.documents, (document) => document.folderId)
  const versionsOf = Map.groupBy(rows.versions, (version) => version.documentId)
  const showsRules = seesBadgeRules(caller.role)
  const shown = (own: Rules, above: readonly Rules[]): { tags: DocTags; inheritTags: DocTags[] } =>
    showsRules
      ? { tags: tagsOf(own), inheritTags: above.map(tagsOf) }
      : { tags: { read: [], write: [] }, inheritTags: [] }

  function leaf(document: DocumentRow, above: readonly Rules[]): TreeNode | null {
    const versions = versionsOf.get(document.id) ?? []
    const [newest] = versions
    if (newest === undefined) return null
    const own = rulesOf(document)
    const locked = versions.some((version) => version.locked)
    const rights = rightsOf(caller, own, above, locked)
    if (!(rows.onlyDocuments?.has(document.id) ?? rights.sees)) return null
    return {
      value: newest.id,
      label: document.name,
      type: 'leaf',
      ...shown(own, above),
      versions: versions.map((version) => ({
        _id: version.id,
        version: version.version,
        vLocked: version.locked,
        vParents: version.parents,
        lastUpdateDate: version.updatedAt.toISOString(),
      })),
      editable: rights.writes && !document.isFormDefinition,
      draggable: rights.writes,
      droppable: false,
      ...(newest.isMaster === null ? {} : { isMaster: newest.isMaster }),
      ...(document.isReadyMade ? { readyMade: true as const } : {}),
    }
  }

  function node(folder: FolderRow, above: readonly Rules[]): TreeNode | null {
    const own = rulesOf(folder)
    const rights = rightsOf(caller, own, above, false)
    if (rows.onlyDocuments === null && !rights.sees) return null
    const inner = [own, ...above]
    const isNode = (entry: TreeNode | null): entry is TreeNode => entry !== null
    const folders = (foldersIn.get(folder.id) ?? []).map((entry) => node(entry, inner)).filter(isNode)
    const leaves = (documentsIn.get(folder.id) ?? []).map((entry) => leaf(entry, inner)).filter(isNode)
    const isRoot = folder.parentId === null
    if (rows.onlyDocuments !== null && !isRoot && folders.length + leaves.length === 0) return null
    return {
      value: folder.id,
      label: folder.name,
      type: 'folder',
      children: [...folders.toSorted(byLabel), ...leaves.toSorted(byLabel)],
      ...shown(own, above),
      editable: rights.writes && !isRoot,
      draggable: rights.writes && !isRoot,
      droppable: rights.writes,
    }
  }
  return node(root, [])
}

/**
 * The tree below the root folder as the caller sees it: folders first, then by name; what is not seen is left out.
 * Role user sees folders only as the way to its pipelines.
 */
export const folderTree = objectRule('list of seen folders', buildTree)
