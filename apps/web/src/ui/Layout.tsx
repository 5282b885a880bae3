import type { HTMLAttributes, ReactNode } from 'react'
import styles from './layout.module.css'

type Props = HTMLAttributes<HTMLDivElement>

/** Things side by side, on further lines where there is no room: filters, a search with its count, buttons. */
export const Bar = ({ className = '', ...rest }: Props) => <div className={`${styles.bar} ${className}`} {...rest} />

/** Things below each other; with `fill` it takes the room that is left. */
export const Stack = ({ className = '', fill = false, ...rest }: Props & { fill?: boolean }) => (
  <div className={`${styles.stack} ${fill ? styles.fill : ''} ${className}`} {...rest} />
)

/** Pushes what follows it in a bar to the other end. */
export const Spacer = () => <span className={styles.spacer} />

/** The buttons that a page ends with, in sight wherever the page scrolls. */
export const PageFoot = ({ children }: { children: ReactNode }) => (
  <footer className={`${styles.bar} ${styles.foot}`}>{children}</footer>
)
