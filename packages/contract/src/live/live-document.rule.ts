import type { DocKind } from '../documents/documents.messages.ts'
import type { TreeNode } from '../documents/folders.messages.ts'
import type { LiveDocument } from './live.messages.ts'

/** A folder or document as the live model `documents` tells of it, and its node without what is in it. */
export type ListedDocument = { item: LiveDocument; node: Omit<TreeNode, 'children'> }

/** All folders and documents of a tree, in the order of its rows; of a document its newest version. */
export function listDocuments(
  nodes: readonly TreeNode[],
  kind: DocKind,
  folder: string | null = null,
): ListedDocument[] {
  return nodes.flatMap(({ children, ...node }) => {
    const newest = node.versions?.[0]
    const item: LiveDocument = {
      _id: node.value,
      name: node.label,
      version: newest?.version ?? 0,
      vLocked: newest?.vLocked ?? false,
      type: node.type === 'folder' ? 'folder' : kind,
      folder,
    }
    return [{ item, node }, ...listDocuments(children ?? [], kind, node.value)]
  })
}
