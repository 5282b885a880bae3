import { type Ref, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CloseIcon, LevelGlyph, toneOf } from './glyphs.tsx'
import { RequestNumber } from './RequestNumber.tsx'
import { useToastPlace } from '../state/toast-place.ts'
import { type Toast, toast, toastMs, useToasts } from '../state/toasts.ts'
import styles from './toasts.module.css'

/** The toasts on screen, in the corner or in the place that a page gives them; mounted once at the root. */
export function Toasts() {
  const place = useToastPlace()
  return place === null ? <Corner /> : createPortal(<List className={styles.placed} staying />, place)
}

function Corner() {
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
  return <List ref={box} className={styles.toasts} />
}

type ListProps = { ref?: Ref<HTMLDivElement>; className: string | undefined; staying?: boolean }

/** Errors interrupt a screen reader, the others wait. `staying`: errors do not go by themselves. */
function List({ ref, className, staying = false }: ListProps) {
  const toasts = useToasts()
  return (
    <div ref={ref} className={className} role="region" aria-label="Notifications">
      {toasts.map((entry) => (
        <OneToast key={entry.id} entry={entry} stays={staying && entry.tone === 'error'} />
      ))}
    </div>
  )
}

function OneToast({ entry, stays }: { entry: Toast; stays: boolean }) {
  const [held, setHeld] = useState(false)
  const left = useRef(toastMs)
  useEffect(() => {
    if (held || stays) return
    const start = Date.now()
    const timer = setTimeout(() => toast.close(entry.id), left.current)
    return () => {
      clearTimeout(timer)
      // Going on where it stopped, but never vanishing under the pointer that just left.
      left.current = Math.max(1000, left.current - (Date.now() - start))
    }
  }, [held, stays, entry.id])
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
      </div>
      {entry.requestId && <RequestNumber of={entry.requestId} />}
      <button type="button" className={styles.close} aria-label="Close" onClick={() => toast.close(entry.id)}>
        <CloseIcon />
      </button>
    </div>
  )
}
