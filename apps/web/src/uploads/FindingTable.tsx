import type { Finding, Upload } from '@millrace/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { sizes } from '../theme/tokens.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { formatCount } from '../ui/format.ts'
import styles from './findings.module.css'
import { type Range, useFindingRows } from './use-findings.ts'

const rowHeight = sizes['row-table']
const rowsInSight = 8
/** Browsers draw no box higher than some 33 million pixels; whoever has more findings reads them in the download. */
const mostRows = 1_000_000

type Props = { upload: Pick<Upload, '_id' | 'status'>; group: number | undefined; label: string }

/** The offending cells, one on a line, in file order: only what is in sight is drawn and fetched. */
export function FindingTable({ upload, group, label }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState<Range>({ first: 0, last: rowsInSight })
  const rows = useFindingRows(upload, group, range)
  const count = Math.min(rows.count ?? 0, mostRows)
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    useFlushSync: false,
    onChange: ({ range: seen }) => {
      if (seen === null) return
      setRange((before) =>
        before.first === seen.startIndex && before.last === seen.endIndex
          ? before
          : { first: seen.startIndex, last: seen.endIndex },
      )
    },
  })
  if (rows.count === undefined && rows.error !== null) return <ErrorPanel error={rows.error} />
  return (
    <div
      ref={box}
      className={styles.frame}
      style={{ height: (Math.min(Math.max(count, 1), rowsInSight) + 1) * rowHeight + 2 }}
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
    >
      <div className={`${styles.line} ${styles.headLine}`} role="row">
        <span role="columnheader" className={styles.number}>
          Row
        </span>
        <span role="columnheader" className={styles.number}>
          Line
        </span>
        <span role="columnheader">Column</span>
        <span role="columnheader">Value</span>
        <span role="columnheader">What is wrong</span>
      </div>
      <div className={styles.canvas} style={{ height: list.getTotalSize() }} role="rowgroup">
        {list.getVirtualItems().map(({ index, start }) => (
          <Line key={index} place={index} top={start} finding={rows.at(index)} />
        ))}
      </div>
    </div>
  )
}

function Line({ place, top, finding }: { place: number; top: number; finding: Finding | undefined }) {
  const look = { className: `${styles.line} ${styles.at}`, style: { transform: `translateY(${top}px)` } }
  if (finding === undefined) {
    return (
      <div {...look} role="row" aria-rowindex={place + 2} aria-busy="true">
        <span role="cell" className={styles.waiting} />
      </div>
    )
  }
  const { row, line, column, path, rule, value, message } = finding
  return (
    <div {...look} role="row" aria-rowindex={place + 2}>
      <span role="cell" className={styles.number}>
        {row === null ? '-' : formatCount(row)}
      </span>
      <span role="cell" className={styles.number}>
        {line === null ? '-' : formatCount(line)}
      </span>
      <span role="cell" className={styles.cut} title={path}>
        {column ?? (path || '-')}
      </span>
      <span role="cell" className={styles.cut} title={value}>
        {value === '' ? (
          <span className={styles.blank}>{rule === 'required' ? 'missing' : 'empty'}</span>
        ) : (
          <code className={styles.cell}>{value}</code>
        )}
      </span>
      <span role="cell" className={styles.cut} title={`${message} (${rule})`}>
        {message}
      </span>
    </div>
  )
}
