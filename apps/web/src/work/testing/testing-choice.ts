import type { PipelineListItem, TreeNode } from '@millrace/contract'
import { type ClassFilter, isFiltered, pipelinesToPick } from '../../documents/pipelines/pipeline-filters.ts'

/** The versions of a tree's document that can be tried, newest first. */
export const versionsToTry = (leaf: TreeNode, pipelines: readonly PipelineListItem[]): PipelineListItem[] =>
  (leaf.versions ?? []).flatMap(({ _id }) => pipelines.find((pipeline) => pipeline._id === _id) ?? [])

/** The document of the tree that holds a version. */
export function leafOfVersion(nodes: readonly TreeNode[], id: string | undefined): TreeNode | undefined {
  for (const node of nodes) {
    if (node.type === 'leaf' && node.versions?.some((version) => version._id === id)) return node
    const below = leafOfVersion(node.children ?? [], id)
    if (below !== undefined) return below
  }
  return undefined
}

/**
 * Which documents of the tree the four filters leave: those with a version that matches; undefined when nothing is
 * filtered (UPL-021).
 */
export function filterTree(
  pipelines: readonly PipelineListItem[],
  filter: ClassFilter,
): ((leaf: TreeNode) => boolean) | undefined {
  if (!isFiltered(filter)) return undefined
  const ids = new Set(pipelinesToPick(pipelines, filter).map(({ _id }) => _id))
  return (leaf) => leaf.versions?.some(({ _id }) => ids.has(_id)) ?? false
}
