import type { DocKind, TreeNode } from '@millrace/contract'
import { dragDocument } from '../folders/dragged-document.ts'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { ChosenRows } from './ChosenRows.tsx'
import type { RowEvents } from './ExplorerRow.tsx'
import type { RowBehaviour } from './ExplorerTree.tsx'
import { type MenuPlace, NodeMenu } from './NodeMenu.tsx'
import { isMenuDisabled, type NodeAction } from './node-actions.ts'
import { exportItem } from './export-item.ts'
import type { TreeIndex } from '../folders/tree-index.ts'
import { useChosenRows } from './use-chosen-rows.ts'
import { useFolderDrag } from './use-folder-drag.ts'
import { useAddress } from '../../routing/address.ts'
import { useNodeActions } from './use-node-actions.ts'

// Its dialogs come with the first that is asked for.
const NodeDialog = lazy(() => import('./NodeDialog.tsx').then((module) => ({ default: module.NodeDialog })))

type Options = {
  kind: DocKind
  index: TreeIndex
  /** The version on screen. */
  selected: string | undefined
  onFocused: (id: string) => void
  onOpen: (id: string) => void
  onCreate: (folder: TreeNode) => void
  onVersion: (id: string) => void
  /** Ids of the rows in sight, in their order. */
  rows: () => readonly string[]
}

/** What the rows of a managed tree do besides being chosen: the menu, keys and carrying, with their dialogs. */
export function useManagedRows(options: Options): {
  behaviour: RowBehaviour
  drag: { status: string; cancel: () => void } | null
  /** The row whose disabled menu was last asked for. */
  denied: string | null
  /** Begins an action of a folder's menu from elsewhere; null where the folder does not offer it. */
  starter: (action: NodeAction, folder: TreeNode | undefined) => (() => void) | null
  dialogs: ReactNode
  /** Rows are chosen by plain clicks, as touch needs it. */
  choosing: { on: boolean; set: (on: boolean) => void }
} {
  const { kind, index, onFocused, onOpen } = options
  const { setSearch } = useAddress()
  const actionsOf = useNodeActions(kind)
  const [menu, setMenu] = useState<{ id: string; at: MenuPlace; row: HTMLElement | null } | null>(null)
  const [denied, setDenied] = useState<string | null>(null)
  const [doing, setDoing] = useState<{ action: NodeAction; node: TreeNode } | null>(null)
  const drag = useFolderDrag(kind, index, {
    onOpen,
    onMoved: (id, into) => {
      onOpen(into)
      onFocused(id)
    },
  })
  const chosen = useChosenRows(index, options.rows)
  const nodeOf = (id: string) => index.entries.get(id)?.node
  const actions = (node: TreeNode | undefined) => (node === undefined ? [] : actionsOf(node))

  const start = (action: NodeAction, id: string) => {
    const node = nodeOf(id)
    if (node === undefined || !actions(node).includes(action)) return
    if (action === 'new-folder') options.onCreate(node)
    else if (action === 'move-folder' || action === 'move-item') drag.pickUp(id, true)
    else if (action === 'countries') setSearch({ id: node.value, view: 'countries' }, { push: true })
    else if (action === 'export') void exportItem(kind, node)
    else setDoing({ action, node })
  }
  const openMenu: RowEvents['menu'] = (id, at, row) => {
    const node = nodeOf(id)
    if (node === undefined || actions(node).length === 0) return
    onFocused(id)
    if (isMenuDisabled(node, kind)) setDenied(id)
    else setMenu({ id, at, row })
  }
  const onKey: RowBehaviour['onKey'] = (event, id, row) => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (drag.carried?.byKeys) {
      if (key === 'Escape') drag.cancel()
      else if (key === 'Enter') drag.drop(id)
      else return false
      return true
    }
    const isFolder = nodeOf(id)?.type === 'folder'
    if (key === ' ') chosen.toggle(id)
    else if (key === 'Escape' && (chosen.ids.size > 0 || chosen.isChoosing)) chosen.clear()
    else if (key === 'F2') start(isFolder ? 'rename-folder' : 'rename-item', id)
    else if (key === 'Delete') start(isFolder ? 'delete-folder' : 'delete-item', id)
    else if ((ctrlKey || metaKey) && shiftKey && key.toLowerCase() === 'd') drag.pickUp(id, true)
    else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) {
      const { left, bottom } = row.getBoundingClientRect()
      openMenu(id, { x: left + 40, y: bottom }, row)
    } else return false
    return true
  }

  // Rows keep the first events they get; these always reach the newest.
  const latest = useRef({ openMenu, drag, chosen, kind })
  latest.current = { openMenu, drag, chosen, kind }
  const events = useRef<RowEvents>({
    menu: (id, at, row) => latest.current.openMenu(id, at, row),
    click: (id, held) => {
      if (!latest.current.drag.carried?.byKeys) return latest.current.chosen.click(id, held)
      latest.current.drag.drop(id)
      return true
    },
    // A component that may not be moved can still be dropped into a diagram.
    mayDrag: (node) => node.draggable || (node.type === 'leaf' && latest.current.kind === 'component'),
    dragStart(node, data) {
      if (node.type === 'leaf') dragDocument(data, latest.current.kind, node.value)
      if (node.draggable) latest.current.drag.pickUp(node.value, false)
    },
    dragOver: (id) => latest.current.drag.hover(id),
    drop: (id) => latest.current.drag.drop(id),
    dragEnd: () => latest.current.drag.letGo(),
  })
  const behaviour: RowBehaviour = {
    events: events.current,
    hasMenu: (node) => actions(node).length > 0,
    isMenuDisabled: (node) => isMenuDisabled(node, kind),
    markOf: drag.markOf,
    isChosen: (id) => chosen.ids.has(id),
    onKey,
    onFocused: (id) => {
      if (drag.carried?.byKeys) drag.hover(id)
    },
  }
  const menuNode = menu === null ? undefined : nodeOf(menu.id)
  const dialogs = (
    <>
      <ChosenRows kind={kind} index={index} chosen={chosen.nodes} onClear={chosen.clear} />
      {menu !== null && menuNode !== undefined && (
        <NodeMenu
          label={menuNode.label}
          actions={actions(menuNode)}
          at={menu.at}
          row={menu.row}
          onPick={(action) => start(action, menu.id)}
          onClose={() => setMenu(null)}
        />
      )}
      <Suspense>{doing !== null && <NodeDialog {...options} {...doing} onClose={() => setDoing(null)} />}</Suspense>
    </>
  )
  const carrying = drag.status === null ? null : { status: drag.status, cancel: drag.cancel }
  const starter = (action: NodeAction, folder: TreeNode | undefined) =>
    folder === undefined || !actions(folder).includes(action) ? null : () => start(action, folder.value)
  return {
    behaviour,
    drag: carrying,
    denied,
    starter,
    dialogs,
    choosing: { on: chosen.isChoosing, set: chosen.choose },
  }
}
