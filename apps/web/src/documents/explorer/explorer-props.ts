import type { DocKind, TreeNode } from '@millrace/contract'

/** First width of the panel the explorer stands in, in px (FLD-010, LIM-002). */
export const explorerWidth = 300

export type ExplorerProps = {
  kind: DocKind
  /** Heading, e.g. 'Pipelines'. */
  title: string
  /** The chosen document: id of any of its versions. */
  selected: string | undefined
  onSelect: (leaf: TreeNode) => void
  /** Which documents are shown; absent for all. */
  only?: ((leaf: TreeNode) => boolean) | undefined
  /** What takes the filter away again, offered where it leaves nothing. */
  onClearFilter?: (() => void) | undefined
  /** Said where the tree holds no document at all; 'Not connected to a pipeline' unless told otherwise (PIC-013). */
  emptyText?: string
  /** Rows have their menu, folders can be moved, and the focused row is described below the tree. */
  manage?: { onVersion: (id: string) => void }
  /** A choice of what is there already: no folder is made on the way. */
  choosesOnly?: boolean
  /** Takes all the room there is, on phones too; elsewhere it stands above something else there. */
  whole?: boolean
}
