import type { Tag } from '@millrace/contract'
import { TagChip } from './BadgeChip.tsx'
import styles from './badges.module.css'

type Props = { ids: readonly string[]; byId: ReadonlyMap<string, Tag> }

/** The badges of a module or a database connection in a row of a table; 'Everybody' where it has none (D-140). */
export function ProjectBadges({ ids, byId }: Props) {
  if (ids.length === 0) return <span className="quiet">Everybody</span>
  return (
    <span className={styles.several}>
      {ids.flatMap((id) => {
        const tag = byId.get(id)
        return tag === undefined ? [] : [<TagChip key={id} tag={tag} />]
      })}
    </span>
  )
}
