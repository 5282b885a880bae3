import type { ReactNode } from 'react'
import { useMobile } from '../../ui/use-mobile.ts'
import styles from './uploads.module.css'

/** Lets a wide table scroll sideways on a narrow screen, where keys must reach it too. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  const mobile = useMobile()
  return (
    <div
      className={styles.scroll}
      {...(mobile ? { role: 'group', tabIndex: 0, 'aria-label': `${label}, scrolls` } : {})}
    >
      {children}
    </div>
  )
}
