import type { Tag } from '@millrace/contract'
import type { CSSProperties } from 'react'
import styles from './badges.module.css'

type Props = {
  name: string
  /** Of a project badge; administrative ones have none. */
  color?: string | null | undefined
  title?: string
}

/** A badge: its colour as dot and border, its name in normal text, so that every colour stays readable. */
export const BadgeChip = ({ name, color, title }: Props) => (
  <span
    className={`${styles.chip} ${color ? styles.coloured : ''}`}
    {...(color ? { style: { '--badge': color } as CSSProperties } : {})}
    title={title}
  >
    {color && <span className={styles.dot} aria-hidden="true" />}
    <span className={styles.chipName}>{name}</span>
  </span>
)

export const TagChip = ({ tag }: { tag: Tag }) => (
  <BadgeChip name={tag.name} color={tag.type === 'project' ? tag.color : null} />
)
