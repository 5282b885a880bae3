import type { DocKind, Rule, TaggedType, TreeNode } from '@millrace/contract'
import { type BadgeHolder, passesAllRules } from '@millrace/contract/badges/badge.rule'

/** What the menu of a row can hold, in its order. */
export const actionLabels = {
  'new-item': 'New item',
  'new-folder': 'New folder',
  import: 'Import from file',
  'from-file': 'New pipeline from file',
  'rename-folder': 'Rename folder',
  'move-folder': 'Move folder',
  'delete-folder': 'Delete folder',
  'choose-version': 'Choose version',
  countries: 'Countries',
  'rename-item': 'Rename item',
  'move-item': 'Move item',
  copy: 'Copy',
  export: 'Export as file',
  'delete-item': 'Delete item',
  badges: 'Manage badges',
  explain: 'Why can this person not see it?',
} as const
export type NodeAction = keyof typeof actionLabels

/** Which calls the person may make at all, by their role. */
export type MayCalls = {
  folders: boolean
  /** Reads what documents hold (D-130). */
  contents: boolean
  /** Makes whole pipelines of files; only in the tree of pipelines. */
  fromFile?: boolean
  badges: boolean
  explain: boolean
}

/** Folders are told apart from documents, whose type is that of their tree (D-48). */
export const taggedType = (node: TreeNode, kind: DocKind): TaggedType => (node.type === 'folder' ? 'folder' : kind)

/** Whether the person passes the write rules; a locked version does not matter for badges (D-47). */
function passesWriteRules(node: TreeNode, holder: BadgeHolder): boolean {
  const rules: Rule[] = [node.tags, ...node.inheritTags].flatMap(({ read, write }) => [read, write])
  return passesAllRules(holder, rules)
}

/**
 * What may be done with a row: actions of folders need write permission (FLD-011), the root stays as it is (FLD-018),
 * versions are chosen where there are several (FLD-006), badges and explanations are for admin and super-admin (PRM-014).
 */
export function actionsOf(node: TreeNode, may: MayCalls, holder: BadgeHolder): NodeAction[] {
  const isFolder = node.type === 'folder'
  const actions: NodeAction[] = []
  if (isFolder && may.folders) {
    if (node.droppable) actions.push('new-item', 'new-folder')
    if (node.droppable && may.contents) actions.push('import')
    if (node.droppable && may.fromFile) actions.push('from-file')
    if (node.editable) actions.push('rename-folder')
    if (node.draggable) actions.push('move-folder')
    if (node.editable) actions.push('delete-folder')
  }
  if ((node.versions?.length ?? 0) > 1) actions.push('choose-version')
  if (!isFolder) actions.push(...itemActions(node, may))
  const writesBadges = isFolder ? node.droppable : node.readyMade !== true && passesWriteRules(node, holder)
  if (may.badges && writesBadges) actions.push('badges')
  if (may.explain) actions.push('explain')
  return actions
}

/** Renaming, moving and deleting need write permission with the lock rule (FLD-012, D-118); contents are read besides. */
function itemActions(node: TreeNode, may: MayCalls): NodeAction[] {
  return [
    ...(may.contents && node.isMaster === true ? ['countries' as const] : []),
    ...(may.folders && node.editable ? ['rename-item' as const] : []),
    ...(may.folders && node.draggable ? ['move-item' as const] : []),
    ...(may.folders && may.contents ? (['copy', 'export'] as const) : []),
    ...(may.folders && node.draggable ? ['delete-item' as const] : []),
  ]
}

/**
 * Locked schemas have their context menu disabled (FLD-022): those whose newest version, which the row shows, is locked.
 * What may still be done with one is offered beside the tree.
 */
export const isMenuDisabled = (node: TreeNode, kind: DocKind): boolean =>
  kind === 'schema' && node.type === 'leaf' && node.versions?.[0]?.vLocked === true

/** How many folders and documents of those this person sees lie inside. */
export function contentsOf(node: TreeNode): { folders: number; documents: number } {
  const counts = { folders: 0, documents: 0 }
  for (const child of node.children ?? []) {
    if (child.type === 'leaf') counts.documents++
    else {
      const inner = contentsOf(child)
      counts.folders += 1 + inner.folders
      counts.documents += inner.documents
    }
  }
  return counts
}
