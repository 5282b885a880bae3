import type { TreeNode } from '@millrace/contract'
import { seesVersions } from '@millrace/contract/roles'
import { versionText } from '@millrace/contract/versions/version.rule'
import { type CSSProperties, memo, type Ref } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChevronIcon, PadlockIcon, PencilIcon } from '../../ui/glyphs.tsx'
import { useSession } from '../../access/sessions/use-session.ts'
import styles from './explorer.module.css'
import { FileIcon, FolderIcon, MoreIcon } from './explorer-glyphs.tsx'
import { RuleChips } from './RuleChips.tsx'
import type { RowRules } from './row-rules.ts'
import type { Held } from './use-chosen-rows.ts'
import type { DropMark } from './use-folder-drag.ts'

/** What the tree gives each row: role, place in the set, focus and keys. */
export type RowProps = Record<string, unknown> & { ref?: Ref<HTMLDivElement>; onClick?: () => void }

/** What a row of a managed tree reports; the object never changes, so that rows are not drawn again. */
export type RowEvents = {
  menu: (id: string, at: { x: number; y: number }, row: HTMLElement | null) => void
  /** @returns whether the click is done with */
  click: (id: string, held: Held) => boolean
  mayDrag: (node: TreeNode) => boolean
  dragStart: (node: TreeNode, data: DataTransfer) => void
  /** Whether it may be dropped on the row. */
  dragOver: (id: string) => boolean
  drop: (id: string) => void
  dragEnd: () => void
}

type Props = {
  node: TreeNode
  level: number
  /** Pixels from the top of the list. */
  top: number
  expanded: boolean
  selected: boolean
  /** Whether the keys are here: it decides the tab stop among the rowProps. */
  focused: boolean
  rules: RowRules
  /** Absent where rows are only chosen from. */
  events?: RowEvents | undefined
  hasMenu?: boolean
  menuDisabled?: boolean
  mark?: DropMark | undefined
  /** One of several chosen at once. */
  chosen?: boolean
  rowProps: RowProps
}

const disabledReason = 'Locked: the menu is disabled, what may still be done stands below the tree'

/** One row: folder, or document with padlock or pencil and its version at the right; neither of these for role user (PIC-004). */
function Row(props: Props) {
  const {
    node,
    level,
    top,
    expanded,
    selected,
    rules,
    events,
    hasMenu = false,
    menuDisabled,
    mark,
    chosen = false,
    rowProps,
  } = props
  const { role } = useSession()
  const newest = seesVersions(role) ? node.versions?.[0] : undefined
  return (
    <div
      {...rowProps}
      {...(events === undefined ? {} : handlersOf(node, events, hasMenu))}
      data-row={node.value}
      aria-selected={selected}
      {...(chosen ? { 'aria-checked': true } : {})}
      {...(rules.words.length > 0 ? { 'aria-description': rules.words.join(' ') } : {})}
      className={`${styles.row} ${selected ? styles.selected : ''} ${chosen ? styles.chosen : ''} ${mark === undefined ? '' : styles[mark]}`}
      style={{ transform: `translateY(${top}px)`, '--level': level } as CSSProperties}
    >
      <span
        className={`${styles.chevron} ${expanded ? styles.open : ''}`}
        data-fold={node.type === 'folder' || undefined}
      >
        {node.type === 'folder' && (node.children?.length ?? 0) > 0 && <ChevronIcon />}
      </span>
      <span className={`${styles.icon} ${newest ? (newest.vLocked ? styles.locked : styles.draft) : ''}`}>
        <NodeIcon node={node} locked={newest?.vLocked} />
      </span>
      <span className={styles.label} title={node.label}>
        {node.label}
      </span>
      {node.isMaster && <span className={styles.master}>Master</span>}
      <RuleChips rules={rules} />
      {newest !== undefined && (
        <span className={styles.version} title={versionText(newest.version, newest.vLocked)}>
          v{newest.version}
        </span>
      )}
      {events !== undefined && (
        <span className={styles.moreRoom}>
          {hasMenu && (
            <Button
              tone="bare"
              square
              className={styles.more}
              // The keys reach the same menu by Shift F10; one stop for each row is enough.
              tabIndex={-1}
              aria-label={`Menu of ${node.label}`}
              aria-disabled={menuDisabled}
              title={menuDisabled ? disabledReason : 'Menu'}
              onClick={(event) => {
                event.stopPropagation()
                const { left, bottom } = event.currentTarget.getBoundingClientRect()
                events.menu(
                  node.value,
                  { x: left, y: bottom },
                  event.currentTarget.closest<HTMLElement>('[role=treeitem]'),
                )
              }}
            >
              <MoreIcon />
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

function handlersOf(node: TreeNode, events: RowEvents, hasMenu: boolean) {
  const id = node.value
  return {
    draggable: events.mayDrag(node),
    onContextMenu: (event: React.MouseEvent<HTMLElement>) => {
      if (!hasMenu) return
      event.preventDefault()
      events.menu(id, { x: event.clientX, y: event.clientY }, event.currentTarget)
    },
    onClickCapture: (event: React.MouseEvent) => {
      // Neither the button of the menu nor the fold is a choice of the row.
      if ((event.target as Element).closest('button, [data-fold]') !== null) return
      if (events.click(id, event)) event.stopPropagation()
    },
    onDragStart: (event: React.DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', node.label)
      events.dragStart(node, event.dataTransfer)
    },
    onDragOver: (event: React.DragEvent) => {
      if (events.dragOver(id)) event.preventDefault()
    },
    onDrop: (event: React.DragEvent) => {
      event.preventDefault()
      events.drop(id)
    },
    onDragEnd: events.dragEnd,
  }
}

function NodeIcon({ node, locked }: { node: TreeNode; locked: boolean | undefined }) {
  if (node.type === 'folder') return <FolderIcon />
  if (locked === undefined) return <FileIcon />
  return locked ? <PadlockIcon /> : <PencilIcon />
}

/** Rows are drawn anew only when what they show has changed: the tree re-renders with every key. */
export const ExplorerRow = memo(
  Row,
  (a, b) =>
    a.node === b.node &&
    a.level === b.level &&
    a.top === b.top &&
    a.expanded === b.expanded &&
    a.selected === b.selected &&
    a.focused === b.focused &&
    a.mark === b.mark &&
    a.chosen === b.chosen &&
    a.hasMenu === b.hasMenu &&
    a.menuDisabled === b.menuDisabled &&
    a.rules.words.join() === b.rules.words.join() &&
    a.rowProps['aria-posinset'] === b.rowProps['aria-posinset'] &&
    a.rowProps['aria-setsize'] === b.rowProps['aria-setsize'],
)
