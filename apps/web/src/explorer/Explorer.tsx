import type { DocKind, TreeNode } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { ExplorerHead } from './ExplorerHead.tsx'
import styles from './explorer.module.css'
import { LoadedExplorer } from './LoadedExplorer.tsx'
import { useFolderTree } from './use-folder-tree.ts'

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
  /** Rows have their menu, folders can be moved, and the row that has the keys is told in words below the tree. */
  manage?: { onVersion: (id: string) => void }
  /** Takes all the room there is, on phones too; elsewhere it stands above something else there. */
  whole?: boolean
}

/**
 * The folders and documents of one kind to choose one from, in all its states, with a search and 'Create Folder' for
 * whoever may (D-131).
 */
export function Explorer({ kind, title, emptyText = texts.notConnected, whole = false, ...rest }: ExplorerProps) {
  const { nodes, error, refetch } = useFolderTree(kind)
  return (
    <section
      className={`${styles.explorer} ${rest.manage ? styles.managed : ''} ${whole ? styles.whole : ''}`}
      aria-label={`${title} explorer`}
    >
      {nodes === undefined && error === null && (
        <>
          <ExplorerHead title={title} />
          {/* Said word for word while the tree loads (PIC-014). */}
          <p className={styles.wait} role="status">
            {texts.waitForTree}
          </p>
        </>
      )}
      {nodes === undefined && error !== null && (
        <>
          <ExplorerHead title={title} />
          <ErrorPanel error={error} onRetry={refetch} />
        </>
      )}
      {nodes !== undefined && (
        <LoadedExplorer kind={kind} title={title} nodes={nodes} emptyText={emptyText} onRefresh={refetch} {...rest} />
      )}
    </section>
  )
}
