import type { Tag } from '@millrace/contract'
import { BadgeChip } from '../../access/badges/BadgeChip.tsx'
import styles from './people.module.css'

type Props = { badges: readonly Pick<Tag, '_id' | 'name' | 'color'>[]; most?: number }

/** Badges on one line; more than fit are '+2', whose tooltip names them. */
export function BadgeRow({ badges, most = 2 }: Props) {
  const shown = badges.length > most ? badges.slice(0, most) : badges
  const others = badges.slice(shown.length)
  if (badges.length === 0) return <span className={`quiet ${styles.none}`}>-</span>
  return (
    <span className={styles.badgeRow} title={badges.map(({ name }) => name).join(', ')}>
      {shown.map((badge) => (
        <BadgeChip key={badge._id} name={badge.name} color={badge.color} />
      ))}
      {others.length > 0 && (
        <span className={`note ${styles.more}`}>
          +{others.length}
          <span className="visually-hidden"> more: {others.map(({ name }) => name).join(', ')}</span>
        </span>
      )}
    </span>
  )
}
