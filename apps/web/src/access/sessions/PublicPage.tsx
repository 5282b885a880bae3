import type { ReactNode } from 'react'
import styles from './login.module.css'

/** A page without the frame: one card on the page background. */
export const PublicPage = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className={styles.page} id="content" tabIndex={-1}>
    <div className={styles.card}>
      <p className={styles.brand}>
        <img src="/favicon.svg" width="24" height="24" alt="" />
        Millrace
      </p>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  </main>
)
