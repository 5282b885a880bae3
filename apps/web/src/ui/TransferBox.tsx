import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { TransferItem } from './transfer-item.ts'
import styles from './transfer.module.css'

const rowHeight = 28

type Props = {
  title: string
  things: string
  items: readonly TransferItem[]
  marked: ReadonlySet<string>
  onMark: (ids: ReadonlySet<string>) => void
  onMove: (ids: readonly string[]) => void
  height: number
  empty: string
}

/** One of the two lists: search, counts, rows to mark. A click or Space marks, Shift marks from the last one on, Enter moves. */
export function TransferBox({ title, things, items, marked, onMark, onMove, height, empty }: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const anchor = useRef(0)
  // A list that scrolls between the two presses of a double click puts another row under the pointer.
  const pressed = useRef<string | null>(null)
  const byKey = useRef(false)

  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = items.filter((item) => words.every((word) => item.text.toLowerCase().includes(word)))
  const active = Math.min(at, shown.length - 1)
  const markedHere = shown.filter((item) => item.fixed === undefined && marked.has(item.id)).map((item) => item.id)
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    useFlushSync: false,
  })
  const drawn = rows.getVirtualItems()
  useEffect(() => {
    // A row that is pressed is in sight already; what is seen of it must not move away under the pointer.
    if (active >= 0 && byKey.current) rows.scrollToIndex(active, { align: 'auto' })
  }, [active, rows])

  const range = (to: number) => {
    const [first, last] = [Math.min(anchor.current, to), Math.max(anchor.current, to)]
    return shown.slice(first, last + 1).filter((item) => item.fixed === undefined)
  }
  const mark = (index: number, through: boolean) => {
    const item = shown[index]
    if (item === undefined) return
    setAt(index)
    if (through) return onMark(new Set([...marked, ...range(index).map((one) => one.id)]))
    anchor.current = index
    if (item.fixed !== undefined) return
    const next = new Set(marked)
    if (!next.delete(item.id)) next.add(item.id)
    onMark(next)
  }
  const move = () => {
    const item = shown[active]
    const ids = markedHere.length > 0 ? markedHere : item === undefined || item.fixed !== undefined ? [] : [item.id]
    if (ids.length === 0) return
    // What is left moves up to where the moved ones were.
    anchor.current = active
    onMove(ids)
  }

  const movePressed = () => {
    const item = shown.find(({ id: one }) => one === pressed.current)
    if (item !== undefined && item.fixed === undefined) onMove([item.id])
  }

  const keys = (event: KeyboardEvent) => {
    byKey.current = true
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      return move()
    }
    if (event.key === ' ') {
      event.preventDefault()
      return mark(active, event.shiftKey)
    }
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onMark(new Set(shown.filter((item) => item.fixed === undefined).map((item) => item.id)))
    }
    const page = Math.max(1, Math.floor(height / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: shown.length - 1,
    }
    const wanted = steps[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    const target = Math.min(Math.max(wanted, 0), shown.length - 1)
    if (event.shiftKey) return mark(target, true)
    anchor.current = target
    setAt(target)
  }

  return (
    <div className={styles.box} style={{ maxHeight: height }} role="group" aria-label={title}>
      <div className={styles.head}>
        <span className={styles.title}>{title}</span>
        <span className={`note ${styles.count}`} role="status">
          {markedHere.length > 0
            ? `${markedHere.length} of ${shown.length} marked`
            : countOf(shown.length, items.length)}
        </span>
      </div>
      <input
        type="search"
        className={styles.search}
        aria-label={`Search ${title.toLowerCase()}`}
        placeholder="Search"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
          anchor.current = 0
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          // Enter takes the only match of a search; without a search it does nothing, so that nothing is moved by accident.
          event.preventDefault()
          if (words.length > 0 && shown.length === 1) move()
        }}
      />
      {shown.length === 0 && <p className={styles.empty}>{items.length === 0 ? empty : `No ${things} match`}</p>}
      <div
        ref={box}
        className={styles.options}
        style={{ height: Math.max(rowHeight * 3, height - 70) }}
        role="listbox"
        aria-label={title}
        aria-multiselectable="true"
        tabIndex={0}
        {...(drawn.some(({ index }) => index === active) ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        onKeyDown={keys}
        onDoubleClick={movePressed}
      >
        <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {drawn.map(({ index, start }) => {
            const item = shown[index]
            if (item === undefined) return null
            const isMarked = item.fixed === undefined && marked.has(item.id)
            return (
              <div
                key={item.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={isMarked}
                aria-disabled={item.fixed !== undefined}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                title={item.fixed ?? item.text}
                data-active={index === active}
                className={styles.option}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                // Shift and a click would mark text instead.
                onMouseDown={(event) => {
                  if (event.shiftKey) event.preventDefault()
                  byKey.current = false
                  if (event.detail < 2) pressed.current = item.id
                }}
                onClick={(event) => mark(index, event.shiftKey)}
              >
                <span className={styles.tick} aria-hidden="true" data-on={isMarked} />
                {item.content}
                {item.fixed !== undefined && <span className="visually-hidden">{item.fixed}</span>}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

const countOf = (shown: number, all: number): string => (shown === all ? String(all) : `${shown} of ${all}`)
