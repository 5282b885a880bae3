import { texts } from '@millrace/contract/errors'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { ExplorerHead } from './ExplorerHead.tsx'
import type { ExplorerProps } from './explorer-props.ts'
import styles from './explorer.module.css'
import { LoadedExplorer } from './LoadedExplorer.tsx'
import { useFolderTree } from '../folders/use-folder-tree.ts'

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
