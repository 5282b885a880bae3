import type { TreeNode } from '@millrace/contract'

/** One row of a tree with its place. */
export type TreeEntry = { node: TreeNode; parent: string | null; children: readonly string[] }

/** A tree by id, as far as it is shown. `top` are the outermost nodes. */
export type TreeIndex = { top: readonly string[]; entries: ReadonlyMap<string, TreeEntry> }

export type TreeFilter = {
  /** Letters that must occur in a name, upper and lower case alike; a folder that has them shows all it holds. */
  words: string
  /** Which documents are shown; absent for all. Folders without any are then left out. */
  only?: ((leaf: TreeNode) => boolean) | undefined
}

/** Brings the nodes of GET /folders/tree into the form rows are drawn from, leaving out what the filter hides. */
export function indexTree(nodes: readonly TreeNode[], { words, only }: TreeFilter): TreeIndex {
  const entries = new Map<string, TreeEntry>()
  const wanted = words.trim().toLowerCase()
  const isNamed = (node: TreeNode) => wanted === '' || node.label.toLowerCase().includes(wanted)

  /** Whether the node is shown. */
  const add = (node: TreeNode, parent: string | null, inNamed: boolean): boolean => {
    const named = inNamed || isNamed(node)
    if (node.type === 'leaf') {
      if (!named || !(only?.(node) ?? true)) return false
      entries.set(node.value, { node, parent, children: [] })
      return true
    }
    // Its place in the map comes before its contents, so that the map is in the order of the rows.
    entries.set(node.value, { node, parent, children: [] })
    const children = (node.children ?? []).flatMap((child) => (add(child, node.value, named) ? [child.value] : []))
    if (children.length === 0 && parent !== null && (only !== undefined || !named)) {
      entries.delete(node.value)
      return false
    }
    entries.set(node.value, { node, parent, children })
    return true
  }
  const top = nodes.flatMap((node) => (add(node, null, false) ? [node.value] : []))
  return { top, entries }
}

/** Whether a document of the tree holds the version. */
const holdsVersion = (node: TreeNode, id: string | undefined): boolean =>
  node.type === 'leaf' && (node.value === id || (node.versions?.some(({ _id }) => _id === id) ?? false))

/** The row of a document, by the id of any of its versions. */
export function rowOfVersion(index: TreeIndex, id: string | undefined): string | undefined {
  if (id === undefined) return undefined
  if (index.entries.has(id)) return id
  for (const [value, { node }] of index.entries) if (holdsVersion(node, id)) return value
  return undefined
}

/** Ids of the folders around a row, from the outermost on. */
export function foldersAround(index: TreeIndex, id: string | undefined): string[] {
  const around: string[] = []
  for (let at = id === undefined ? null : index.entries.get(id)?.parent; at; at = index.entries.get(at)?.parent) {
    around.unshift(at)
  }
  return around
}

/** The folder a new one would lie in: the row itself, the folder of a document, else the root. */
export function folderAt(index: TreeIndex, id: string | null): TreeNode | undefined {
  const entry = id === null ? undefined : index.entries.get(id)
  const folder = entry?.node.type === 'leaf' ? (entry.parent ?? null) : (id ?? null)
  return index.entries.get(folder ?? '')?.node ?? index.entries.get(index.top[0] ?? '')?.node
}

/** 'Pipelines / Bikes' of a folder. */
export const pathOf = (index: TreeIndex, id: string): string =>
  [...foldersAround(index, id), id].map((part) => index.entries.get(part)?.node.label ?? '').join(' / ')

/** The rows in sight from the top on: those in open folders. */
export function rowsInSight(index: TreeIndex, open: readonly string[]): string[] {
  const isOpen = new Set(open)
  const below = (id: string): string[] => [
    id,
    ...(isOpen.has(id) ? (index.entries.get(id)?.children ?? []).flatMap(below) : []),
  ]
  return index.top.flatMap(below)
}

/** All folders, e.g. to open them while searching. */
export const foldersOf = (index: TreeIndex): string[] =>
  [...index.entries.values()].flatMap(({ node }) => (node.type === 'folder' ? [node.value] : []))
