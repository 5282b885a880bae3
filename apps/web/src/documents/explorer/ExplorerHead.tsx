import type { ReactNode } from 'react'
import styles from './explorer.module.css'

export const ExplorerHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className={styles.head}>
    <h2>{title}</h2>
    {children}
  </header>
)
