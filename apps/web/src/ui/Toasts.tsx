import { useEffect, useRef, useState } from 'react'
import { CloseIcon, LevelGlyph, toneOf } from './glyphs.tsx'
import { type Toast, toast, toastMs, useToasts } from '../state/toasts.ts'
import styles from './toasts.module.css'

/** The toasts on screen; mounted once at the root. Errors interrupt a screen reader, the others wait. */
export function Toasts() {
  const toasts = useToasts()
  const box = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id
  // A dialog is drawn in the browser's top layer; a popover shown after it lies above, so each new toast shows it anew.
  useEffect(() => {
    const element = box.current
    if (element?.showPopover === undefined) return
    element.popover = 'manual'
    if (element.matches(':popover-open')) element.hidePopover()
    if (newest !== undefined) element.showPopover()
  }, [newest])
  return (
    <div ref={box} className={styles.toasts} role="region" aria-label="Notifications">
      {toasts.map((entry) => (
        <OneToast key={entry.id} entry={entry} />
      ))}
    </div>
  )
}

function OneToast({ entry }: { entry: Toast }) {
  const [held, setHeld] = useState(false)
  const left = useRef(toastMs)
  useEffect(() => {
    if (held) return
    const start = Date.now()
    const timer = setTimeout(() => toast.close(entry.id), left.current)
    return () => {
      clearTimeout(timer)
      // Going on where it stopped, but never vanishing under the pointer that just left.
      left.current = Math.max(1000, left.current - (Date.now() - start))
    }
  }, [held, entry.id])
  return (
    <div
      className={styles.toast}
      data-tone={toneOf[entry.tone]}
      role={entry.tone === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <LevelGlyph level={entry.tone} />
      <div className={styles.text}>
        <div>{entry.text}</div>
        {entry.detail !== undefined && <div className="note">{entry.detail}</div>}
        {entry.requestId && <div className="note">Request {entry.requestId}</div>}
      </div>
      <button type="button" className={styles.close} aria-label="Close" onClick={() => toast.close(entry.id)}>
        <CloseIcon />
      </button>
    </div>
  )
}
