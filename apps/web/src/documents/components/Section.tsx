import { type ReactNode, useState } from 'react'
import styles from './component-editor.module.css'

type Props = {
  title: string
  /** Key under which this browser remembers whether it was open. */
  remember: string
  /** Whether it is folded until somebody opens it: for what is heavy to load. */
  startsFolded?: boolean
  /** Opens it each time it is counted up. */
  opened?: number
  /** To the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of the editor that folds (CMP-013, CMP-014). What is folded away is not drawn. */
export function Section({ title, remember, startsFolded = false, opened = 0, actions, children }: Props) {
  const key = `section.${remember}`
  const [isOpen, setOpen] = useState(() => (localStorage.getItem(key) ?? (startsFolded ? 'folded' : 'open')) === 'open')
  const [seen, setSeen] = useState(opened)
  if (opened !== seen) {
    setSeen(opened)
    setOpen(true)
  }
  const toggle = () => {
    localStorage.setItem(key, isOpen ? 'folded' : 'open')
    setOpen(!isOpen)
  }
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.sectionHead}>
        <h3>
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
            {title}
          </button>
        </h3>
        {isOpen && actions}
      </header>
      {isOpen && <div className={styles.sectionBody}>{children}</div>}
    </section>
  )
}
