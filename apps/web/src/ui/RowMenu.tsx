import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './row-menu.module.css'

export type MenuPlace = { x: number; y: number }
export type MenuItem = {
  label: string
  /** What does the same by keys, e.g. 'Ctrl C'. */
  keys?: string
  /** It takes something away. */
  danger?: boolean
  /** Why it cannot be done now: it stays in reach, and says so. */
  refused?: string | null
}
type Props = {
  /** Names the menu, e.g. 'Bikes'. */
  label: string
  items: readonly MenuItem[]
  at: MenuPlace
  /** The row, which gets the focus back afterwards. */
  row: HTMLElement | null
  onPick: (index: number) => void
  onClose: () => void
}

/** Space to the edges of the window, px. */
const edge = 8

/** The menu of a row at a place of the window: arrows move, Enter picks, Escape and a click elsewhere close. */
export function RowMenu({ label, items, at, row, onPick, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(at)
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect()
    setPlace({
      x: Math.max(edge, Math.min(at.x, window.innerWidth - (size?.width ?? 0) - edge)),
      y: Math.max(edge, Math.min(at.y, window.innerHeight - (size?.height ?? 0) - edge)),
    })
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    return () => {
      if (row?.isConnected) row.focus()
    }
  }, [at, row])
  useEffect(() => {
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) close.current()
    }
    const gone = () => close.current()
    window.addEventListener('pointerdown', outside, true)
    window.addEventListener('resize', gone)
    window.addEventListener('blur', gone)
    return () => {
      window.removeEventListener('pointerdown', outside, true)
      window.removeEventListener('resize', gone)
      window.removeEventListener('blur', gone)
    }
  }, [])

  const move = (event: React.KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const now = buttons.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (to !== undefined) buttons[(to + buttons.length) % buttons.length]?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={styles.menu}
      style={{ left: place.x, top: place.y }}
      onKeyDown={move}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map(({ label: text, keys, danger = false, refused = null }, index) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`${styles.item} ${danger ? 'bad' : ''}`}
          {...(refused === null ? {} : { 'aria-disabled': true, title: refused })}
          onClick={() => {
            if (refused !== null) return
            onClose()
            onPick(index)
          }}
        >
          {text}
          {keys !== undefined && <kbd>{keys}</kbd>}
        </button>
      ))}
    </div>
  )
}
