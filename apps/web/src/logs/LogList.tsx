import type { Log } from '@millrace/contract'
import { memo, useEffect, useLayoutEffect, useRef } from 'react'
import { sizes } from '../theme/tokens.ts'
import { formatClock, formatCount, formatDay, usePlatformZone } from '../ui/format.ts'
import styles from './live-logs.module.css'
import type { LogFeed } from './log-feed.ts'
import type { LogView } from './log-store.ts'
import type { Follow } from './use-follow.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

const rowHeight = sizes['row-log']
/** Lines from the top at which older ones are fetched. */
const fetchBefore = 30

type Props = { feed: LogFeed; view: LogView; follow: Follow }

/** The lines, of which only those in sight are drawn. Scrolling up stops following; the end takes it up again. */
export function LogList({ feed, view, follow }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const zone = usePlatformZone()
  const { top, from, to, look } = useRowsInSight(box, view.visible, rowHeight)

  // Lines put before the others must not move what is being read.
  const before = useRef(view.prepended)
  useLayoutEffect(() => {
    const added = view.prepended - before.current
    before.current = view.prepended
    if (added === 0 || box.current === null || follow.on) return
    box.current.scrollTop += added * rowHeight
    look()
  }, [view.prepended, follow.on, look])

  const lastTop = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!follow.on || element === null || view.visible === 0) return
    // A reader may have scrolled up in this very frame, before the event of it has come: then nothing is pulled away.
    if (wentUp(element, lastTop.current)) return follow.stop()
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
    look()
  }, [follow, view.visible, look])

  const scrolled = () => {
    const element = box.current
    if (element === null) return
    look()
    const up = wentUp(element, lastTop.current)
    const down = element.scrollTop >= lastTop.current
    lastTop.current = element.scrollTop
    if (up) follow.stop()
    else if (!follow.on && down && fromEnd(element) < 2) follow.start()
  }

  useEffect(() => {
    if (!follow.on && top < fetchBefore && feed.hasOlder()) void feed.loadOlder()
  }, [feed, follow.on, top])

  return (
    <div className={styles.frame}>
      {/* A region to scroll with the keyboard, not a live one: lines are never read out by themselves. */}
      <div ref={box} className={styles.lines} onScroll={scrolled} tabIndex={0} role="group" aria-label="Log lines">
        <div className={styles.canvas} style={{ height: view.visible * rowHeight }}>
          {Array.from({ length: to - from }, (_, i) => {
            const line = feed.store.line(from + i)
            return line && <Row key={from + i} line={line} top={(from + i) * rowHeight} zone={zone} />
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
