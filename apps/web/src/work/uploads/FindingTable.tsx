import type { NumberedFinding, Upload } from '@millrace/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { sizes } from '../../theme/tokens.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatCount } from '../../ui/format.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './findings.module.css'
import { placeOf, RejectedRecord } from './RejectedRecord.tsx'
import { type Range, useFindingRows } from './use-findings.ts'

/** Of a card on a narrow screen: place, value, and two lines of what is wrong. */
const cardHeight = 104
const rowsInSight = 8
const cardsInSight = 4
/** Browsers draw no box higher than some 33 million pixels; whoever has more findings reads them in the download. */
const maxRows = 1_000_000

type Props = { upload: Pick<Upload, '_id' | 'status' | 'detected'>; group: number | undefined; label: string }

/**
 * The offending cells, one on a line (a card where there is no room for columns), in file order: only what is in sight is
 * drawn and fetched. A line opens its whole record beneath; the arrow keys go from one to the next.
 */
export function FindingTable({ upload, group, label }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const mayOpen = useMay('GET /uploads/record') && upload.status !== 'validating'
  const [opened, setOpened] = useState<number | undefined>()
  const narrow = useNarrow()
  const rowHeight = narrow ? cardHeight : sizes['row-table']
  const inSight = narrow ? cardsInSight : rowsInSight
  const [range, setRange] = useState<Range>({ first: 0, last: rowsInSight })
  const rows = useFindingRows(upload, group, range)
  const count = Math.min(rows.count ?? 0, maxRows)
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
  // Sizes are kept by row; a phone that is turned has other rows.
  // oxlint-disable-next-line react/exhaustive-deps -- the height is what changes them
  useEffect(() => list.measure(), [list, rowHeight])
  const finding = opened === undefined ? undefined : rows.at(opened)
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (opened === undefined || by === 0) return
    event.preventDefault()
    const next = Math.min(Math.max(opened + by, 0), count - 1)
    setOpened(next)
    list.scrollToIndex(next)
  }
  if (rows.count === undefined && rows.error !== null) return <ErrorPanel error={rows.error} />
  const head = narrow ? 0 : rowHeight
  const sheet = upload.detected?.sheet
  const counted = countedAs(sheet)
  return (
    <>
      <div
        ref={box}
        className={styles.frame}
        style={{ height: Math.min(Math.max(count, 1), inSight) * rowHeight + head + 2 }}
        onKeyDown={step}
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
        tabIndex={0}
      >
        <div className={narrow ? 'visually-hidden' : `${styles.line} ${styles.headLine}`} role="row">
          <span role="columnheader" className={styles.number}>
            {counted.row}
          </span>
          <span role="columnheader" className={styles.number}>
            {counted.line}
          </span>
          <span role="columnheader">Column</span>
          <span role="columnheader">Value</span>
          <span role="columnheader">What is wrong</span>
        </div>
        <div className={styles.canvas} style={{ height: list.getTotalSize() }} role="rowgroup">
          {list.getVirtualItems().map(({ index, start }) => (
            <Line
              key={index}
              place={index}
              top={start}
              finding={rows.at(index)}
              sheet={sheet}
              opened={index === opened}
              onOpen={mayOpen ? () => setOpened(index === opened ? undefined : index) : undefined}
            />
          ))}
        </div>
      </div>
      {finding !== undefined && (
        <RejectedRecord uploadId={upload._id} finding={finding} sheet={sheet} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

type LineProps = {
  place: number
  top: number
  finding: NumberedFinding | undefined
  sheet: string | undefined
  opened: boolean
  /** Undefined where records cannot be opened. */
  onOpen: (() => void) | undefined
}

function Line({ place, top, finding, sheet, opened, onOpen }: LineProps) {
  const look = {
    className: `${styles.line} ${styles.at} ${opened ? styles.opened : ''}`,
    style: { transform: `translateY(${top}px)` },
  }
  if (finding === undefined) {
    return (
      <div {...look} role="row" aria-rowindex={place + 2} aria-busy="true">
        <span role="cell" className={styles.waiting} />
      </div>
    )
  }
  const { row, line, column, path, rule, value, message } = finding
  const counted = countedAs(sheet)
  const number = row === null ? '-' : formatCount(row)
  const canOpen = onOpen !== undefined && (row !== null || line !== null)
  return (
    <div {...look} role="row" aria-rowindex={place + 2}>
      <span role="cell" className={styles.number} data-label={counted.row.toLowerCase()}>
        {canOpen ? (
          <button
            type="button"
            className={styles.open}
            aria-expanded={opened}
            // The number that is shown is a part of what it is called.
            aria-label={`Show the whole record${sheet === undefined ? '' : ` ${number}`}, ${placeOf(finding, sheet)}`}
            onClick={onOpen}
          >
            {number}
          </button>
        ) : (
          number
        )}
      </span>
      <span role="cell" className={styles.number} data-label={counted.line.toLowerCase()}>
        {line === null ? '-' : formatCount(line)}
      </span>
      <span role="cell" className={`${styles.cut} ${styles.column}`} title={path}>
        {column ?? (path || '-')}
      </span>
      <span role="cell" className={`${styles.cut} ${styles.value}`} title={value}>
        {value === '' ? (
          <span className="blank">{rule === 'required' ? 'missing' : 'empty'}</span>
        ) : (
          <code className={styles.cell}>{value}</code>
        )}
      </span>
      <span role="cell" className={`${styles.cut} ${styles.why}`} title={`${message} (${rule})`}>
        {message}
      </span>
    </div>
  )
}

/** What the two numbers of a place count: a spreadsheet numbers its rows, so that these are what people look for there. */
const countedAs = (sheet: string | undefined) =>
  sheet === undefined ? { row: 'Row', line: 'Line' } : { row: 'Record', line: 'Row' }
