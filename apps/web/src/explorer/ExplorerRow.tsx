import type { TreeNode } from '@millrace/contract'
import { type CSSProperties, memo, type Ref } from 'react'
import { PadlockIcon, PencilIcon } from '../ui/glyphs.tsx'
import { badgesOf, badgeWords } from './badge-words.ts'
import { useSession } from '../sessions/use-session.ts'
import styles from './explorer.module.css'
import { ChevronIcon, FileIcon, FolderIcon } from './explorer-glyphs.tsx'

/** What the tree gives each row: role, place in the set, focus and keys. */
export type RowProps = Record<string, unknown> & { ref?: Ref<HTMLDivElement>; onClick?: () => void }

type Props = {
  node: TreeNode
  level: number
  /** Pixels from the top of the list. */
  top: number
  expanded: boolean
  selected: boolean
  /** Whether the keys are here: it decides the tab stop among the rowProps. */
  focused: boolean
  rowProps: RowProps
}

/** One row: folder, or document with padlock or pencil and its version at the right; neither of these for role user (PIC-004). */
function Row({ node, level, top, expanded, selected, rowProps }: Props) {
  const { role, user } = useSession()
  const newest = role === 'user' ? undefined : node.versions?.[0]
  const badges = badgesOf(node, user)
  return (
    <div
      {...rowProps}
      aria-selected={selected}
      className={`${styles.row} ${selected ? styles.selected : ''}`}
      style={{ transform: `translateY(${top}px)`, '--level': level } as CSSProperties}
    >
      <span className={`${styles.chevron} ${expanded ? styles.open : ''}`}>
        {node.type === 'folder' && (node.children?.length ?? 0) > 0 && <ChevronIcon />}
      </span>
      <span className={`${styles.icon} ${newest ? (newest.vLocked ? styles.locked : styles.draft) : ''}`}>
        <NodeIcon node={node} locked={newest?.vLocked} />
      </span>
      <span className={styles.label} title={node.label}>
        {node.label}
      </span>
      {node.isMaster && <span className={styles.master}>Master</span>}
      {badges.length > 0 && (
        <span className={styles.badges} title={badgeWords(badges)}>
          {badges.slice(0, 2).map(({ id, color }) => (
            <span key={id} className={styles.dot} style={{ background: color ?? 'var(--text-3)' }} />
          ))}
          <span>{badges.length === 1 ? (badges[0]?.name ?? '1 badge') : `${badges.length} badges`}</span>
        </span>
      )}
      {newest !== undefined && (
        <span className={styles.version} title={`Version ${newest.version} (${newest.vLocked ? 'Prod' : 'Draft'})`}>
          v{newest.version}
        </span>
      )}
    </div>
  )
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
    a.rowProps['aria-posinset'] === b.rowProps['aria-posinset'] &&
    a.rowProps['aria-setsize'] === b.rowProps['aria-setsize'],
)
