import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './page.module.css'

type Props = {
  title: ReactNode
  /** To the right of the title: filters, buttons. */
  actions?: ReactNode
  /** The page fills the window and scrolls inside its panels; otherwise it scrolls as a whole. */
  fill?: boolean
  /** What a page that fills leaves of the height of the window, in px, the top bar included (LIM-003). */
  below?: 60 | 65
  children: ReactNode
}

/** A page inside the frame: one h1, its actions, its content. */
export function Page({ title, actions, fill = false, below, children }: Props) {
  const id = useId()
  const measured = fill && below !== undefined
  return (
    <section
      className={`${styles.page} ${fill ? styles.fill : ''} ${measured ? styles.measured : ''}`}
      {...(measured ? { style: { '--below': `${below}px` } as CSSProperties } : {})}
      aria-labelledby={id}
    >
      <header className={styles.head}>
        <h1 id={id} className={styles.title}>
          {title}
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

/** A white box with an optional heading row; with `grow` it takes the room that is left and scrolls inside. */
export function Panel({ title, actions, grow = false, flush = false, children }: PanelProps) {
  return (
    <section className={`${styles.panel} ${grow ? styles.grow : ''}`}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.panelHead}>
          {title !== undefined && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      <div className={flush ? styles.flush : styles.padded}>{children}</div>
    </section>
  )
}

type PanelProps = { title?: ReactNode; actions?: ReactNode; grow?: boolean; flush?: boolean; children: ReactNode }
