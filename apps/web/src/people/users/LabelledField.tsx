import type { ReactNode } from 'react'
import styles from './person.module.css'

type Props = {
  /** Of the input it stands over. */
  id: string
  label: string
  required?: boolean
  hint?: string | undefined
  mistake?: string | undefined
  /** As wide as two. */
  wide?: boolean
  children: ReactNode
}

/** A label, its input and one line for the mistake or the hint, which is always there, so that nothing moves. */
export const LabelledField = ({ id, label, required = false, hint, mistake, wide = false, children }: Props) => (
  <div className={`${styles.field} ${wide ? styles.wide : ''}`}>
    <label htmlFor={id}>
      {label}
      {required && (
        <span className="bad" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </label>
    {children}
    <span
      id={`${id}-mistake`}
      className={mistake === undefined ? styles.hint : styles.mistake}
      role={mistake === undefined ? undefined : 'alert'}
    >
      {mistake ?? hint}
    </span>
  </div>
)
