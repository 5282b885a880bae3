import { hotkeysCoreFeature, syncDataLoaderFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import type { TreeNode } from '@millrace/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { sizes } from '../../theme/tokens.ts'
import { useKeepFocus } from '../../ui/row-focus.ts'
import { ExplorerRow, type RowEvents, type RowProps } from './ExplorerRow.tsx'
import styles from './explorer.module.css'
import type { RowRules } from './row-rules.ts'
import type { TreeIndex } from '../folders/tree-index.ts'
import type { DropMark } from './use-folder-drag.ts'

const rowHeight = sizes['row-tree']
/** Holds the outermost nodes; never drawn. */
const above = 'above-all'

/** What rows of a managed tree do besides being chosen. */
export type RowBehaviour = {
  events: RowEvents
  hasMenu: (node: TreeNode) => boolean
  /** The menu is there, and does not open. */
  isMenuDisabled: (node: TreeNode) => boolean
  markOf: (id: string) => DropMark | undefined
  /** One of several chosen at once. */
  isChosen: (id: string) => boolean
  /** Keys of the row that has the focus, before the tree's own. @returns whether the key is done with */
  onKey: (event: KeyboardEvent, id: string, row: HTMLElement) => boolean
  /** The keys have come to another row. */
  onFocused: (id: string) => void
}

type Props = {
  index: TreeIndex
  label: string
  selected: string | undefined
  /** The same list as long as nothing is opened or closed: the tree compares it by identity. */
  expanded: string[]
  focused: string | null
  onExpanded: (ids: string[]) => void
  onFocused: (id: string | null) => void
  onPick: (node: TreeNode) => void
  rulesOf: (node: TreeNode) => RowRules
  behaviour?: RowBehaviour | undefined
}

/**
 * The rows of a tree, only those in sight drawn. Arrows move and fold, Home and End go to the ends, letters go to the
 * next name that begins so, Enter picks.
 */
export function ExplorerTree(props: Props) {
  const { index, label, selected, expanded, focused, onExpanded, onFocused, onPick, rulesOf, behaviour } = props
  const box = useRef<HTMLDivElement>(null)
  // Read by the tree whenever it asks, also between a new index and the rebuilding that follows it.
  const latest = useRef(index)
  latest.current = index
  const entryOf = (id: string) => latest.current.entries.get(id)

  const tree = useTree<TreeNode>({
    rootItemId: above,
    features: [syncDataLoaderFeature, hotkeysCoreFeature],
    dataLoader: {
      getItem: (id) => entryOf(id)?.node ?? gone(id),
      getChildren: (id) => [...(id === above ? latest.current.top : (entryOf(id)?.children ?? []))],
    },
    getItemName: (item) => item.getItemData().label,
    isItemFolder: (item) => item.getItemData().type === 'folder',
    onPrimaryAction: (item) => onPick(item.getItemData()),
    scrollToItem: (item) => rows.scrollToIndex(item.getItemMeta().index),
    state: { expandedItems: expanded, focusedItem: focused },
    setExpandedItems: (change) => onExpanded(typeof change === 'function' ? change(expanded) : change),
    setFocusedItem: (change) => {
      const next = typeof change === 'function' ? change(focused) : change
      if (next !== null) behaviour?.onFocused(next)
      onFocused(next)
    },
    hotkeys: {
      customPick: {
        hotkey: 'Enter',
        isEnabled: () => true,
        handler: (_event, instance) => {
          const item = instance.getFocusedItem()
          if (!item.isFolder()) item.primaryAction()
          else if (item.isExpanded()) item.collapse()
          else item.expand()
        },
      },
      customFind: {
        hotkey: 'LetterOrNumber',
        canRepeat: true,
        isEnabled: () => true,
        handler: (event, instance) => {
          const items = instance.getItems()
          const from = instance.getFocusedItem().getItemMeta().index
          const begins = (id: string) => entryOf(id)?.node.label.toLowerCase().startsWith(event.key.toLowerCase())
          const ordered = [...items.slice(from + 1), ...items.slice(0, from + 1)]
          ordered.find((item) => begins(item.getId()))?.setFocused()
          instance.updateDomFocus()
        },
      },
    },
  })
  // oxlint-disable-next-line react/exhaustive-deps -- the rows are laid out again for another index
  useLayoutEffect(() => tree.rebuildTree(), [tree, index])

  useKeepFocus(box, 'data-row', focused)

  const items = tree.getItems().filter((item) => entryOf(item.getId()) !== undefined)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    useFlushSync: false,
  })
  const keys = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[role=treeitem]')
    const id = row?.dataset.row
    if (row === null || id === undefined || behaviour === undefined || event.target !== row) return
    if (!behaviour.onKey(event, id, row)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div {...tree.getContainerProps(label)} className={styles.tree} onKeyDownCapture={keys}>
      <div ref={box} className={styles.rows} role="presentation">
        <div className={styles.canvas} style={{ height: rows.getTotalSize() }} role="presentation">
          {rows.getVirtualItems().map(({ index: at, start }) => {
            const item = items[at]
            if (item === undefined) return null
            // The name would leave out badge and version: the text of the row names it.
            const { 'aria-label': _name, ...rowProps } = item.getProps()
            return (
              <ExplorerRow
                key={item.getId()}
                node={item.getItemData()}
                level={item.getItemMeta().level}
                top={start}
                expanded={item.isExpanded()}
                selected={item.getId() === selected}
                focused={item.isFocused()}
                rules={rulesOf(item.getItemData())}
                events={behaviour?.events}
                hasMenu={behaviour?.hasMenu(item.getItemData()) ?? false}
                menuDisabled={behaviour?.isMenuDisabled(item.getItemData()) ?? false}
                chosen={behaviour?.isChosen(item.getId()) ?? false}
                mark={behaviour?.markOf(item.getId())}
                rowProps={rowProps as RowProps}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Stands for a row that has just left the tree, until the rows are laid out again. */
const gone = (id: string): TreeNode => ({
  value: id,
  label: '',
  type: 'folder',
  tags: { read: [], write: [] },
  inheritTags: [],
  editable: false,
  draggable: false,
  droppable: false,
})
