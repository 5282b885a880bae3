import type { DocKind, HierarchyItem } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { VersionPill } from '../../../ui/VersionPill.tsx'
import { managePaths } from '../shown-document.ts'
import type { UserNode } from './hierarchy.ts'
import styles from './usages.module.css'

type Props = { label: string; nodes: readonly UserNode[]; onOpened: () => void }

/** Users below what they use, each a link that opens it. */
export const HierarchyTree = ({ label, nodes, onOpened }: Props) => (
  <ul className={styles.tree} aria-label={label}>
    {nodes.map(({ item, users, again }) => (
      <li key={item.key}>
        <span className={styles.user}>
          <HierarchyLink item={item} onOpened={onOpened}>
            {item.name}
          </HierarchyLink>
          <VersionPill version={item.version} locked={item.vLocked} />
          {again && <span className="quiet">who uses it stands above</span>}
        </span>
        {users.length > 0 && <HierarchyTree label={`Users of ${item.name}`} nodes={users} onOpened={onOpened} />}
      </li>
    ))}
  </ul>
)

type LinkProps = {
  item: HierarchyItem
  className?: string | undefined
  tabIndex?: number
  title?: string
  style?: CSSProperties
  children: ReactNode
  onOpened: () => void
}

/** Opens the version where documents of its kind are managed. */
export const HierarchyLink = ({ item, onOpened, ...rest }: LinkProps) => (
  <Link to={managePaths[item.type as DocKind]} search={{ id: item.key } as never} onClick={onOpened} {...rest} />
)
