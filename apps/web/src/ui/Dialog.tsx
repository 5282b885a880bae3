import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './dialog.module.css'

type Props = {
  title: string
  /** Called on Escape; the caller closes by no longer drawing the dialog. */
  onCancel: () => void
  children: ReactNode
  footer: ReactNode
  tone?: 'warn'
}

/**
 * A modal dialog on the browser's own element: it traps focus, makes the rest inert and gives focus back.
 * Ctrl Enter presses its primary button. Needs no kit, so the login page can use it too. 30 % wide, at least 420 px (LIM-005).
 */
export function Dialog({ title, onCancel, children, footer, tone }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    // React's autoFocus comes too early: showModal() moves focus to the first button.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        ref.current?.querySelector<HTMLButtonElement>('[data-primary]')?.click()
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {tone === 'warn' && (
          <span className={styles.warn} aria-hidden="true">
            !
          </span>
        )}
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.footer}>{footer}</div>
    </dialog>
  )
}
