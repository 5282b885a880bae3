import type { Log } from '@millrace/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { sizes } from '../theme/tokens.ts'
import { formatClock, formatCount, formatDay, usePlatformZone } from '../ui/format.ts'
import styles from './live-logs.module.css'
import type { LogFeed } from './log-feed.ts'
import type { LogView } from './log-store.ts'
import type { Follow } from './use-follow.ts'

const rowHeight = sizes['row-log']
/** Lines from the top at which older ones are fetched. */
const fetchBefore = 30

type Props = { feed: LogFeed; view: LogView; follow: Follow }

/** The lines, of which only those in sight are drawn. Scrolling up stops following; the end takes it up again. */
export function LogList({ feed, view, follow }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const zone = usePlatformZone()
  const rows = useVirtualizer({
    count: view.visible,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    useFlushSync: false,
  })

  // Lines put before the others must not move what is being read.
  const before = useRef(view.prepended)
  useLayoutEffect(() => {
    const added = view.prepended - before.current
    before.current = view.prepended
    if (added > 0 && box.current !== null && !follow.on) box.current.scrollTop += added * rowHeight
  }, [view.prepended, follow.on])

  const lastTop = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!follow.on || element === null || view.visible === 0) return
    // A reader may have scrolled up in this very frame, before the event of it has come: then nothing is pulled away.
    if (wentUp(element, lastTop.current)) return follow.stop()
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  }, [follow, view.visible])

  const scrolled = () => {
    const element = box.current
    if (element === null) return
    const up = wentUp(element, lastTop.current)
    const down = element.scrollTop >= lastTop.current
    lastTop.current = element.scrollTop
    if (up) follow.stop()
    else if (!follow.on && down && fromEnd(element) < 2) follow.start()
  }

  const top = rows.range?.startIndex ?? Number.POSITIVE_INFINITY
  useEffect(() => {
    if (!follow.on && top < fetchBefore && feed.hasOlder()) void feed.loadOlder()
  }, [feed, follow.on, top])

  return (
    <div className={styles.frame}>
      {/* A region to scroll with the keyboard, not a live one: lines are never read out by themselves. */}
      <div ref={box} className={styles.lines} onScroll={scrolled} tabIndex={0} role="group" aria-label="Log lines">
        <div className={styles.canvas} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const line = feed.store.line(index)
            return line && <Row key={index} line={line} top={start} zone={zone} />
          })}
        </div>
      </div>
      {!follow.on && follow.unseen > 0 && (
        <button type="button" className={styles.unseen} onClick={follow.start}>
          {formatCount(follow.unseen)} new
        </button>
      )}
    </div>
  )
}

/** A stack trace or a quoted cell may hold line ends; a row is one line high. */
const oneLine = (message: string) => message.replace(/\r?\n/g, ' ↵ ')

const fromEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => scrollHeight - clientHeight - scrollTop
const wentUp = (element: HTMLElement, before: number) => element.scrollTop < before - 1 && fromEnd(element) > rowHeight

type RowProps = { line: Log; top: number; zone: string }

const Row = memo(({ line, top, zone }: RowProps) => (
  <div className={`${styles.row} ${styles[line.level]}`} style={{ transform: `translateY(${top}px)` }}>
    <time dateTime={line.logDate} title={`${formatDay(line.logDate, zone)} ${zone}`} className={styles.time}>
      {formatClock(line.logDate, zone)}
    </time>
    <span role="img" aria-label={line.level} className={styles.icon} />
    {line.dataSubKind !== undefined && <span className={styles.source}>{line.dataSubKind}</span>}
    <span className={styles.message}>{oneLine(line.message)}</span>
  </div>
))
Row.displayName = 'LogRow'
