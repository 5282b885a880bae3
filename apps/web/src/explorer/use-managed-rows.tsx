import type { DocKind, TreeNode } from '@millrace/contract'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useMay, useSession } from '../sessions/use-session.ts'
import { DeleteFolderDialog } from './DeleteFolderDialog.tsx'
import type { RowEvents } from './ExplorerRow.tsx'
import type { RowManners } from './ExplorerTree.tsx'
import { type MenuPlace, NodeMenu } from './NodeMenu.tsx'
import { actionsOf, type NodeAction, taggedType } from './node-actions.ts'
import { RenameFolderDialog } from './RenameFolderDialog.tsx'
import { foldersAround, pathOf, type TreeIndex } from './tree-index.ts'
import { useFolderDrag } from './use-folder-drag.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

// Only where rows are managed, and only once they are asked for.
const DocumentBadgesDialog = lazy(() =>
  import('../badges/DocumentBadgesDialog.tsx').then((module) => ({ default: module.DocumentBadgesDialog })),
)
const ExplainDialog = lazy(() =>
  import('../permissions/ExplainDialog.tsx').then((module) => ({ default: module.ExplainDialog })),
)

type Options = {
  kind: DocKind
  index: TreeIndex
  /** The version on screen. */
  selected: string | undefined
  onFocused: (id: string) => void
  onOpen: (id: string) => void
  onCreate: (folder: TreeNode) => void
  onVersion: (id: string) => void
}

/** What the rows of a managed tree do besides being chosen: the menu, keys and carrying, with their dialogs. */
export function useManagedRows(options: Options): {
  manners: RowManners
  drag: { status: string; cancel: () => void } | null
  dialogs: ReactNode
} {
  const { kind, index, onFocused, onOpen } = options
  const { role, user } = useSession()
  const may = {
    folders: useMay('POST /folders'),
    badges: useMay('POST /tags/update-document-tags'),
    explain: useMay('GET /permissions/explain'),
  }
  const holder = { role, badges: new Set(user.project_tags.map(({ _id }) => _id)) }
  const [menu, setMenu] = useState<{ id: string; at: MenuPlace; row: HTMLElement | null } | null>(null)
  const [doing, setDoing] = useState<{ action: NodeAction; node: TreeNode } | null>(null)
  const drag = useFolderDrag(kind, index, {
    onOpen,
    onMoved: (id, into) => {
      onOpen(into)
      onFocused(id)
    },
  })
  const nodeOf = (id: string) => index.entries.get(id)?.node
  const actions = (node: TreeNode | undefined) => (node === undefined ? [] : actionsOf(node, may, holder))

  const start = (action: NodeAction, id: string) => {
    const node = nodeOf(id)
    if (node === undefined || !actions(node).includes(action)) return
    if (action === 'new-folder') options.onCreate(node)
    else if (action === 'move-folder') drag.pickUp(id, true)
    else setDoing({ action, node })
  }
  const openMenu: RowEvents['menu'] = (id, at, row) => {
    if (actions(nodeOf(id)).length === 0) return
    onFocused(id)
    setMenu({ id, at, row })
  }
  const onKey: RowManners['onKey'] = (event, id, row) => {
    const { key, ctrlKey, metaKey, shiftKey } = event
    if (drag.carried?.byKeys) {
      if (key === 'Escape') drag.cancel()
      else if (key === 'Enter') drag.drop(id)
      else return false
      return true
    }
    if (key === 'F2') start('rename-folder', id)
    else if (key === 'Delete') start('delete-folder', id)
    else if ((ctrlKey || metaKey) && shiftKey && key.toLowerCase() === 'd') drag.pickUp(id, true)
    else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) {
      const { left, bottom } = row.getBoundingClientRect()
      openMenu(id, { x: left + 40, y: bottom }, row)
    } else return false
    return true
  }

  // Rows keep the first events they get; these always reach the newest.
  const latest = useRef({ openMenu, drag })
  latest.current = { openMenu, drag }
  const events = useRef<RowEvents>({
    menu: (id, at, row) => latest.current.openMenu(id, at, row),
    click: (id) => {
      if (!latest.current.drag.carried?.byKeys) return false
      latest.current.drag.drop(id)
      return true
    },
    dragStart: (id) => latest.current.drag.pickUp(id, false),
    dragOver: (id) => latest.current.drag.hover(id),
    drop: (id) => latest.current.drag.drop(id),
    dragEnd: () => latest.current.drag.letGo(),
  })
  const manners: RowManners = {
    events: events.current,
    hasMenu: (node) => actions(node).length > 0,
    markOf: drag.markOf,
    onKey,
    onFocused: (id) => {
      if (drag.carried?.byKeys) drag.hover(id)
    },
  }
  const menuNode = menu === null ? undefined : nodeOf(menu.id)
  const dialogs = (
    <>
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
      {doing !== null && <Suspense>{dialogOf(doing, options, () => setDoing(null))}</Suspense>}
    </>
  )
  const carrying = drag.status === null ? null : { status: drag.status, cancel: drag.cancel }
  return { manners, drag: carrying, dialogs }
}

function dialogOf(
  { action, node }: { action: NodeAction; node: TreeNode },
  { kind, index, selected, onVersion, onFocused }: Options,
  onClose: () => void,
): ReactNode {
  const above = foldersAround(index, node.value)
  const path = [...above.map((id) => index.entries.get(id)?.node.label), node.label].join(' / ')
  switch (action) {
    case 'rename-folder':
      return <RenameFolderDialog kind={kind} folder={node} onClose={onClose} />
    case 'delete-folder':
      return (
        <DeleteFolderDialog
          kind={kind}
          folder={node}
          path={path}
          onDeleted={() => onFocused(above.at(-1) ?? node.value)}
          onClose={onClose}
        />
      )
    case 'choose-version':
      return <VersionsDialog leaf={node} current={selected ?? node.value} onChoose={onVersion} onClose={onClose} />
    case 'badges': {
      const folders = above.toReversed().map((id) => pathOf(index, id))
      return <DocumentBadgesDialog item={{ type: taggedType(node, kind), node, above: folders }} onClose={onClose} />
    }
    case 'explain':
      return (
        <ExplainDialog
          item={{ type: taggedType(node, kind), id: node.value, name: node.label, path }}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}
