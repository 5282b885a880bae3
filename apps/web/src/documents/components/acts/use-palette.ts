import type { TreeNode } from '@millrace/contract'
import { useMemo } from 'react'
import { useFolderTree } from '../../folders/use-folder-tree.ts'

/** A component that can be put into a diagram. */
export type PaletteEntry = {
  /** Its newest version. */
  id: string
  name: string
  /** The folders it lies in, e.g. 'Components / Bikes'. */
  place: string
  isReadyMade: boolean
}

/** All components this person sees, ready-made blocks first; null until they are there. */
export function usePalette(refuseInstance: (id: string) => string | null) {
  const { nodes, error, refetch } = useFolderTree('component')
  const entries = useMemo(() => (nodes === undefined ? null : entriesOf(nodes, [])), [nodes])
  const allowed = entries?.filter(({ id }) => refuseInstance(id) === null) ?? null
  return { entries: allowed, error, retry: refetch }
}

function entriesOf(nodes: readonly TreeNode[], above: readonly string[]): PaletteEntry[] {
  const entries = nodes.flatMap((node): PaletteEntry[] =>
    node.type === 'folder'
      ? entriesOf(node.children ?? [], [...above, node.label])
      : [{ id: node.value, name: node.label, place: above.join(' / '), isReadyMade: node.readyMade === true }],
  )
  return entries.toSorted(
    (one, other) => Number(other.isReadyMade) - Number(one.isReadyMade) || one.name.localeCompare(other.name),
  )
}

/** The entries that have all the words in their name or place. */
export function searchPalette(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ name, place }) => words.every((word) => `${place} ${name}`.toLowerCase().includes(word)))
}
