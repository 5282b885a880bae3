import type { ReactNode } from 'react'
import styles from './bench.module.css'

type Props = {
  title: string
  /** To the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One of the four parts of the bench. */
export const BenchPanel = ({ title, actions, children }: Props) => (
  <section className={styles.panel} aria-label={title}>
    <header className={styles.head}>
      <h4>{title}</h4>
      {actions}
    </header>
    <div className={styles.body}>{children}</div>
  </section>
)
