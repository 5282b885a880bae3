import type { ReactNode } from 'react'
import styles from './states.module.css'

/** The sentence for nothing, with the action that fills it. */
export const EmptyState = ({ text, action }: { text: string; action?: ReactNode }) => (
  <div className={styles.empty}>
    <p>{text}</p>
    {action}
  </div>
)
