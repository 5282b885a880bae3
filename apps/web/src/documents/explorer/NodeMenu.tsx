import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './menu.module.css'
import { actionLabels, type NodeAction } from './node-actions.ts'

export type MenuPlace = { x: number; y: number }
type Props = {
  /** Names the menu, e.g. 'Bikes'. */
  label: string
  actions: readonly NodeAction[]
  at: MenuPlace
  /** The row, which gets the focus back afterwards. */
  row: HTMLElement | null
  onPick: (action: NodeAction) => void
  onClose: () => void
}

/** Space to the edges of the window, px. */
const edge = 8

/** The menu of a row at a place of the window: arrows move, Enter picks, Escape and a click elsewhere close. */
export function NodeMenu({ label, actions, at, row, onPick, onClose }: Props) {
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
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const now = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to !== undefined) items[(to + items.length) % items.length]?.focus()
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
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`${styles.item} ${action === 'delete-folder' || action === 'delete-item' ? 'bad' : ''}`}
          onClick={() => {
            onClose()
            onPick(action)
          }}
        >
          {actionLabels[action]}
        </button>
      ))}
    </div>
  )
}
