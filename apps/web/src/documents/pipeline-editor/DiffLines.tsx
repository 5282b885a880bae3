import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import styles from './data-stream.module.css'
import type { DiffRow } from './model/diff-rows.ts'

const words = { '+': 'added', '-': 'removed', ' ': '' }
const rowHeight = 20

/** The lines of a comparison, only those in sight drawn: a pipeline with its code has thousands. */
export function DiffLines({ rows }: { rows: readonly DiffRow[] }) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.at ?? index,
    overscan: 20,
    useFlushSync: false,
  })
  return (
    // It takes the focus so that keys can scroll it.
    <div ref={box} className={styles.lines} tabIndex={0} role="region" aria-label="Lines">
      <div className={styles.canvas} style={{ height: drawn.getTotalSize() }} role="list">
        {drawn.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <div
              key={key}
              ref={drawn.measureElement}
              data-index={index}
              role="listitem"
              className={styles.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line row={row} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Line = memo(({ row }: { row: DiffRow }) => {
  if ('folded' in row)
    return (
      <p className={styles.folded}>
        {row.folded} unchanged {row.folded === 1 ? 'line' : 'lines'}
      </p>
    )
  const { sign, text } = row
  return (
    <p className={styles.line} data-state={words[sign] || 'same'}>
      <span className={styles.sign} aria-hidden="true">
        {sign === '-' ? '−' : sign}
      </span>
      {words[sign] !== '' && <span className="visually-hidden">{words[sign]}: </span>}
      <span>{text}</span>
    </p>
  )
})
