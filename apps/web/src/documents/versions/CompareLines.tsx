import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useRef } from 'react'
import type { CompareLine, CompareState } from './compare-json.ts'
import { CompareValue } from './CompareValue.tsx'
import styles from './compare.module.css'

/** A sign and a word for what colour tells besides. */
const signs: Record<CompareState, string> = { same: '', added: '+', removed: '−', changed: '≠', moved: '⇄' }

/** The lines of a comparison, only those in sight drawn: a schema of 5 MB has a hundred thousand. */
export function CompareLines({ lines, inline }: { lines: readonly CompareLine[]; inline: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 26,
    getItemKey: (at) => `${inline} ${lines[at]?.id}`,
    overscan: 10,
    useFlushSync: false,
  })
  return (
    // It takes the focus so that keys can scroll it.
    <div ref={box} className={styles.lines} tabIndex={0} role="region" aria-label="Differences">
      <div className={styles.canvas} style={{ height: rows.getTotalSize() }} role="list">
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              role="listitem"
              className={styles.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line line={line} inline={inline} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Line = memo(({ line, inline }: { line: CompareLine; inline: boolean }) => {
  const { name, state, depth, holds, inside, pointer, from } = line
  return (
    <div
      className={`${styles.line} ${inline ? styles.inline : ''} ${styles[state]}`}
      data-state={state}
      style={{ '--depth': Math.min(depth, 12) } as CSSProperties}
    >
      <span className={styles.name} title={pointer}>
        <span className={styles.sign} aria-hidden="true">
          {signs[state]}
        </span>
        <span>{depth === 0 ? 'Whole document' : name}</span>
        {state !== 'same' && <span className={styles.state}>{state}</span>}
        {from !== undefined && from !== pointer && <span className="quiet">from {from}</span>}
        {holds !== null && inside > 0 && (
          <span className="quiet">
            {inside} {inside === 1 ? 'difference' : 'differences'} inside
          </span>
        )}
      </span>
      {holds === null && <CompareValue line={line} inline={inline} />}
    </div>
  )
})
