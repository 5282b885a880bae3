import { initialsOf } from '@millrace/contract/users/avatar.rule'
import styles from './people.module.css'

type Props = { firstName: string; lastName: string; picture: string | null; size?: number }

/** A person's picture, or their initials where there is none. Says nothing to screen readers: the name stands beside it. */
export function Avatar({ firstName, lastName, picture, size = 24 }: Props) {
  const box = { width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.4)) }
  if (picture !== null) return <img className={styles.avatar} style={box} src={picture} alt="" />
  return (
    <span className={styles.avatar} style={box} aria-hidden="true">
      {initialsOf(firstName, lastName)}
    </span>
  )
}
