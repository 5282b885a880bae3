import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './dialog.module.css'
import { CloseIcon } from './glyphs.tsx'
import { rememberFocus } from './remember-focus.ts'

type Props = {
  title: ReactNode
  /** Called on Escape; the caller closes by no longer drawing the dialog. */
  onCancel: () => void
  children: ReactNode
  footer: ReactNode
  tone?: 'warn'
  /**
   * Width in per cent of the window (LIM-005), 'full' for all of it, in height, too; a wide one scrolls its body alone, so
   * that lists may open over its edge.
   */
  width?: 30 | 75 | 95 | 'full'
  /** An × beside the title, which does what Escape does. */
  hasCloseIcon?: boolean
}

/**
 * A modal dialog on the browser's own element: it traps focus, makes the rest inert and gives focus back.
 * Ctrl Enter presses its primary button. Needs no kit, so the login page can use it too. At least 420 px wide (LIM-005).
 */
export function Dialog({ title, onCancel, children, footer, tone, width = 30, hasCloseIcon = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    const giveBackFocus = rememberFocus()
    dialog?.showModal()
    // React's autoFocus comes too early: showModal() moves focus to the first button.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      dialog?.close()
      giveBackFocus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={`${styles.dialog} ${width === 30 ? '' : styles.wide} ${width === 'full' ? styles.full : ''}`}
      {...(typeof width !== 'number' || width === 30
        ? {}
        : { style: { '--dialog-width': `${width}vw` } as CSSProperties })}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target !== ref.current) return
        onCancel()
      }}
      onClose={(event) => {
        // Pressed twice, Escape closes by itself, whatever the caller wants.
        if (event.target === ref.current && !ref.current.open) ref.current.showModal()
      }}
      onKeyDownCapture={(event) => {
        // Closes the list that is open, not the dialog around it.
        const open = (event.target as Element).getAttribute('aria-expanded') === 'true'
        if (event.key === 'Escape' && open) event.preventDefault()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        if ((event.target as Element).closest('dialog') !== ref.current) return
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
        {hasCloseIcon && (
          <Button tone="bare" className={styles.close} aria-label="Close" title="Close" onClick={onCancel}>
            <CloseIcon />
          </Button>
        )}
      </h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.footer}>{footer}</div>
    </dialog>
  )
}
