import type { DocKind, TreeNode } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../sessions/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { RunIcon } from '../ui/glyphs.tsx'
import { CreateFolderDialog } from './CreateFolderDialog.tsx'
import { ExplorerTree } from './ExplorerTree.tsx'
import { SearchIcon } from './explorer-glyphs.tsx'
import styles from './explorer.module.css'
import { folderAt, foldersAround, foldersOf, indexTree, pathOf, rowOfVersion, type TreeIndex } from './tree-index.ts'
import { createFolder, useFolderTree } from './use-folder-tree.ts'

/** First width of the panel the explorer stands in, in px (FLD-010, LIM-002). */
export const explorerWidth = 300

/** Trees of up to so many rows are open at first; larger ones show their outermost folders. */
const openAtFirst = 200

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
}

/**
 * The folders and documents of one kind to choose one from, in all its states, with a search and 'Create Folder' for
 * whoever may (D-131).
 */
export function Explorer({ kind, title, emptyText = texts.notConnected, ...rest }: ExplorerProps) {
  const { nodes, error, refetch } = useFolderTree(kind)
  return (
    <section className={styles.explorer} aria-label={`${title} explorer`}>
      {nodes === undefined && error === null && (
        <>
          <Head title={title} />
          {/* Said word for word while the tree loads (PIC-014). */}
          <p className={styles.wait} role="status">
            {texts.waitForTree}
          </p>
        </>
      )}
      {nodes === undefined && error !== null && (
        <>
          <Head title={title} />
          <ErrorPanel error={error} onRetry={refetch} />
        </>
      )}
      {nodes !== undefined && (
        <Loaded kind={kind} title={title} nodes={nodes} emptyText={emptyText} onRefresh={refetch} {...rest} />
      )}
    </section>
  )
}

type LoadedProps = Omit<ExplorerProps, 'emptyText'> & {
  nodes: readonly TreeNode[]
  emptyText: string
  onRefresh: () => void
}

function Loaded({ kind, title, nodes, selected, onSelect, only, onClearFilter, emptyText, onRefresh }: LoadedProps) {
  const mayCreate = useMay('POST /folders')
  const [words, setWords] = useState('')
  const all = useMemo(() => indexTree(nodes, { words: '' }), [nodes])
  const shown = useMemo(() => indexTree(nodes, { words, only }), [nodes, words, only])
  const row = rowOfVersion(all, selected)
  const [expanded, setExpanded] = useState(() => firstOpen(all, row))
  const [focused, setFocused] = useState<string | null>(row ?? null)
  const [creating, setCreating] = useState<TreeNode | null>(null)

  // What is chosen from elsewhere, as by an address, is brought into sight.
  const lastRow = useRef(row)
  useEffect(() => {
    if (row === lastRow.current || row === undefined) return
    lastRow.current = row
    setFocused(row)
    setExpanded((before) => [...new Set([...before, ...foldersAround(all, row)])])
  }, [row, all])

  const searching = words.trim() !== ''
  const open = useMemo(() => (searching ? foldersOf(shown) : expanded), [searching, shown, expanded])
  const folder = folderAt(all, focused)
  const documents = useMemo(() => [...all.entries.values()].some(({ node }) => node.type === 'leaf'), [all])
  const matches = [...shown.entries.values()].some(({ node }) => node.type === 'leaf')
  return (
    <>
      <Head title={title}>
        <Button tone="bare" className={styles.iconButton} aria-label="Refresh" title="Refresh" onClick={onRefresh}>
          <RunIcon />
        </Button>
        {mayCreate && folder !== undefined && (
          <Button
            tone="link"
            disabled={!folder.droppable}
            title={folder.droppable ? `In ${pathOf(all, folder.value)}` : `You may not write in ${folder.label}`}
            onClick={() => setCreating(folder)}
          >
            Create Folder
          </Button>
        )}
      </Head>
      <label className={styles.search}>
        <SearchIcon />
        <input
          type="search"
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder="Search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      {!documents && <EmptyState text={emptyText} />}
      {documents && !matches && (
        <EmptyState
          text="Nothing matches these filters"
          action={
            <Button
              onClick={() => {
                setWords('')
                onClearFilter?.()
              }}
            >
              Clear filters
            </Button>
          }
        />
      )}
      {(matches || !documents) && shown.top.length > 0 && (
        <ExplorerTree
          index={shown}
          label={title}
          selected={row}
          expanded={open}
          focused={focused !== null && shown.entries.has(focused) ? focused : null}
          onExpanded={(ids) => !searching && setExpanded(ids)}
          onFocused={setFocused}
          onPick={(node) => node.type === 'leaf' && onSelect(node)}
        />
      )}
      {creating !== null && (
        <CreateFolderDialog
          place={pathOf(all, creating.value)}
          onClose={() => setCreating(null)}
          onCreate={async (name) => {
            const id = await createFolder(kind, creating.value, name)
            if (id === null) return false
            setExpanded((before) => [...new Set([...before, creating.value])])
            setFocused(id)
            return true
          }}
        />
      )}
    </>
  )
}

/** Small trees are open, of large ones the outermost folders and those around the chosen document. */
function firstOpen(index: TreeIndex, row: string | undefined): string[] {
  if (index.entries.size <= openAtFirst) return foldersOf(index)
  return [...new Set([...index.top, ...foldersAround(index, row)])]
}

const Head = ({ title, children }: { title: string; children?: React.ReactNode }) => (
  <header className={styles.head}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </header>
)
