import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './split-pane.module.css'

type Props = {
  /** `columns`: left and right; `rows`: above and below. */
  direction: 'columns' | 'rows'
  /** First size of the first pane in px (LIM-002). */
  size: number
  /** The part of the room that the first size takes at most; 1 unless the second pane needs some of its own. */
  maxShare?: number
  first: ReactNode
  second: ReactNode
  /** Names the divider for screen readers, e.g. 'Resize the list'. */
  label: string
  /** Key under which the browser remembers where the divider was put. */
  remember?: string
  /** The one that is shown where there is no room for both, without a box of its own; it stays what it was. */
  only?: 'first' | 'second' | null
}

/** Nearest distance of the divider to either edge, in px (LIM-006). */
const minPaneSize = 10
const splitHandleSize = 5

const stored = (key: string | undefined): number | null => {
  const value = key === undefined ? null : Number(localStorage.getItem(`split.${key}`) ?? Number.NaN)
  return value !== null && Number.isFinite(value) ? value : null
}

/** Two panes and a divider of 5 px for pointer and keys: arrows move it 10 px, with Shift 50 (LIM-006). */
export function SplitPane({ direction, size, maxShare = 1, first, second, label, remember, only = null }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(() => stored(remember))
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const columns = direction === 'columns'

  // Before anything is painted, so that nothing moves once the width is known.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setRoom((columns ? element.clientWidth : element.clientHeight) || Number.POSITIVE_INFINITY)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [columns])

  const most = Math.max(minPaneSize, room - splitHandleSize - minPaneSize)
  const atFirst = Math.min(size, Math.round(room * maxShare))
  const at = Math.min(Math.max(chosen ?? atFirst, minPaneSize), most)
  const put = useCallback(
    (next: number) => {
      const kept = Math.round(Math.min(Math.max(next, minPaneSize), most))
      setChosen(kept)
      if (remember !== undefined) localStorage.setItem(`split.${remember}`, String(kept))
    },
    [most, remember],
  )

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const grip = (columns ? event.clientX : event.clientY) - at
    const move = (moved: globalThis.PointerEvent) => put((columns ? moved.clientX : moved.clientY) - grip)
    const end = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', end)
      handle.removeEventListener('pointercancel', end)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end)
    handle.addEventListener('pointercancel', end)
  }

  const keys = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 50 : 10
    const targets: Record<string, number> = {
      [columns ? 'ArrowLeft' : 'ArrowUp']: at - step,
      [columns ? 'ArrowRight' : 'ArrowDown']: at + step,
      Home: minPaneSize,
      End: most,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    put(target)
  }

  const pane = only === null ? styles.pane : styles.bare
  return (
    <div
      ref={box}
      className={only === null ? `${styles.split} ${columns ? styles.columns : styles.rows}` : styles.bare}
    >
      {only !== 'second' && (
        <div className={pane} style={{ flex: `0 0 ${at}px` }}>
          {first}
        </div>
      )}
      {only === null && (
        <div
          role="separator"
          tabIndex={0}
          className={styles.handle}
          aria-label={label}
          aria-orientation={columns ? 'vertical' : 'horizontal'}
          aria-valuenow={Math.round(at)}
          aria-valuemin={minPaneSize}
          {...(Number.isFinite(most) ? { 'aria-valuemax': Math.round(most) } : {})}
          onPointerDown={drag}
          onKeyDown={keys}
          onDoubleClick={() => put(atFirst)}
        />
      )}
      {only !== 'first' && (
        <div className={pane} style={{ flex: '1 1 0' }}>
          {second}
        </div>
      )}
    </div>
  )
}
