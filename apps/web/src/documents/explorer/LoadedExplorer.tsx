import type { TreeNode } from '@millrace/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RunIcon } from '../../ui/glyphs.tsx'
import { CreateFolderDialog } from './CreateFolderDialog.tsx'
import { ExplorerFoot } from './ExplorerFoot.tsx'
import { ExplorerHead } from './ExplorerHead.tsx'
import { ExplorerTree } from './ExplorerTree.tsx'
import { SearchIcon } from './explorer-glyphs.tsx'
import type { ExplorerProps } from './explorer-props.ts'
import styles from './explorer.module.css'
import { noRules, rowRules } from './row-rules.ts'
import {
  folderAt,
  foldersAround,
  foldersOf,
  indexTree,
  pathOf,
  rowOfVersion,
  rowsInSight,
  type TreeIndex,
} from '../folders/tree-index.ts'
import { useBadgeNames } from './use-badge-names.ts'
import { createFolder } from '../folders/use-folder-tree.ts'
import { useManagedRows } from './use-managed-rows.tsx'

/** Trees of up to so many rows are open at first; larger ones show their outermost folders. */
const openAtFirst = 200

type Props = Omit<ExplorerProps, 'emptyText'> & {
  nodes: readonly TreeNode[]
  emptyText: string
  onRefresh: () => void
}

/** The explorer once its tree is there: search, rows, and what a managed one has besides. */
export function LoadedExplorer(props: Props) {
  const {
    kind,
    title,
    nodes,
    selected,
    onSelect,
    only,
    onClearFilter,
    emptyText,
    onRefresh,
    manage,
    choosesOnly = false,
  } = props
  const mayCreate = useMay('POST /folders') && !choosesOnly
  const [words, setWords] = useState('')
  const all = useMemo(() => indexTree(nodes, { words: '' }), [nodes])
  const shown = useMemo(() => indexTree(nodes, { words, only }), [nodes, words, only])
  const row = rowOfVersion(all, selected)
  const [expanded, setExpanded] = useState(() => firstOpen(all, row))
  const [focused, setFocused] = useState<string | null>(row ?? null)
  const [creating, setCreating] = useState<TreeNode | null>(null)
  const nameOf = useBadgeNames()
  const openFolder = (id: string) => setExpanded((before) => [...new Set([...before, id])])

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
  const { behaviour, drag, denied, starter, dialogs, choosing } = useManagedRows({
    kind,
    index: all,
    selected,
    onFocused: setFocused,
    onOpen: openFolder,
    onCreate: setCreating,
    onVersion: (id) => manage?.onVersion(id),
    rows: () => rowsInSight(shown, open),
  })
  const rulesOf = (node: TreeNode) => {
    if (node.tags.read.length + node.tags.write.length + node.inheritTags.length === 0) return noRules
    const above = foldersAround(all, node.value)
      .toReversed()
      .map((id) => pathOf(all, id))
    return rowRules(node.tags, node.inheritTags, above, nameOf)
  }

  const folder = folderAt(all, focused)
  const newItem = starter('new-item', folder)
  const place =
    folder?.droppable === false ? `You may not write in ${folder.label}` : `In ${pathOf(all, folder?.value ?? '')}`
  const documents = useMemo(() => [...all.entries.values()].some(({ node }) => node.type === 'leaf'), [all])
  const matches = [...shown.entries.values()].some(
    ({ node }) => node.type === 'leaf' || (manage !== undefined && searching && named(node, words)),
  )
  const inFocus = focused === null ? undefined : all.entries.get(focused)?.node
  return (
    <>
      <ExplorerHead title={title}>
        <Button
          tone="bare"
          square
          className={styles.iconButton}
          aria-label="Refresh"
          title="Refresh"
          onClick={onRefresh}
        >
          <RunIcon />
        </Button>
        {manage !== undefined && (
          <Button
            tone="link"
            className={styles.byTouch}
            aria-label="Choose several rows"
            aria-pressed={choosing.on}
            onClick={() => choosing.set(!choosing.on)}
          >
            {choosing.on ? 'Done' : 'Choose'}
          </Button>
        )}
        {mayCreate && folder !== undefined && (
          <>
            {manage !== undefined && (
              <Button tone="link" disabled={newItem === null} title={place} onClick={() => newItem?.()}>
                New item
              </Button>
            )}
            <Button tone="link" disabled={!folder.droppable} title={place} onClick={() => setCreating(folder)}>
              Create Folder
            </Button>
          </>
        )}
      </ExplorerHead>
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
          rulesOf={rulesOf}
          behaviour={manage === undefined ? undefined : behaviour}
        />
      )}
      {manage !== undefined && (
        <ExplorerFoot
          kind={kind}
          index={all}
          node={inFocus}
          words={inFocus === undefined ? [] : rulesOf(inFocus).words}
          selected={selected}
          drag={drag}
          denied={denied}
          onVersion={manage.onVersion}
        />
      )}
      {manage !== undefined && dialogs}
      {creating !== null && (
        <CreateFolderDialog
          place={pathOf(all, creating.value)}
          onClose={() => setCreating(null)}
          onCreate={async (name) => {
            const id = await createFolder(kind, creating.value, name)
            if (id === null) return false
            openFolder(creating.value)
            setFocused(id)
            return true
          }}
        />
      )}
    </>
  )
}

const named = (node: TreeNode, words: string) => node.label.toLowerCase().includes(words.trim().toLowerCase())

/** Small trees are open, of large ones the outermost folders and those around the chosen document. */
function firstOpen(index: TreeIndex, row: string | undefined): string[] {
  if (index.entries.size <= openAtFirst) return foldersOf(index)
  return [...new Set([...index.top, ...foldersAround(index, row)])]
}
