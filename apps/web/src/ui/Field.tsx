import type { ReactNode } from 'react'
import styles from './field.module.css'

type Props = {
  /** Of the input it stands over. */
  id: string
  label: string
  required?: boolean
  hint?: string | undefined
  mistake?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A label, its input and one line for the mistake or the hint, which is always there, so that nothing moves. */
export const Field = ({ id, label, required = false, hint, mistake, className = '', children }: Props) => (
  <div className={`${styles.field} ${className}`}>
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
