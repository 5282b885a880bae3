import type { Log } from '@millrace/contract'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sizes } from '../../theme/tokens.ts'
import { formatClock, formatCount, formatDay, usePlatformZone } from '../../ui/format.ts'
import { toneOf } from '../../ui/glyphs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './live-logs.module.css'
import type { LogFeed } from './log-feed.ts'
import { idOfLine } from './log-pages.ts'
import { countRows, rowAt, rowOfLine, runOfRow } from './log-rows.ts'
import { LogDetail } from './LogDetail.tsx'
import { type NameRun, PinnedHeading, RunHeading } from './RunHeading.tsx'
import type { LogView } from './log-store.ts'
import type { Follow } from './use-follow.ts'
import { useRowsInSight } from './use-rows-in-sight.ts'

/** On a narrow screen a line has its time and level on top, then two lines of its message. */
const tallRow = 62
/** Lines from the top at which older ones are fetched. */
const fetchBefore = 30

type Props = {
  feed: LogFeed
  view: LogView
  follow: Follow
  /** Names the uploads or imports whose lines are set apart by headings; without it there are none. */
  nameRun: NameRun | undefined
}

const noStarts: readonly number[] = []

/**
 * The lines, of which only those in sight are drawn. Scrolling up stops following; the end takes it up again. A click, or
 * Enter, shows a line whole: on the list it may be cut.
 */
export function LogList({ feed, view, follow, nameRun }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const zone = usePlatformZone()
  const rowHeight = useNarrow() ? tallRow : sizes['row-log']
  const starts = nameRun === undefined ? noStarts : feed.store.starts()
  const rows = countRows(view.visible, starts)
  const { top, isCut, pinEnd, from, to, look } = useRowsInSight(box, rows, rowHeight, sizes['row-log'])

  // Lines put before the others must not move what is being read.
  const before = useRef(view.prepended)
  useLayoutEffect(() => {
    const added = view.prepended - before.current
    before.current = view.prepended
    if (added === 0 || box.current === null || follow.on) return
    // What was the first line stood in the first row, or below its heading.
    box.current.scrollTop += (rowOfLine(added, starts) - Math.min(starts.length, 1)) * rowHeight
    look()
  }, [view.prepended, follow.on, look, rowHeight, starts])

  const lastTop = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!follow.on || element === null || rows === 0) return
    // A reader may have scrolled up in this very frame, before the event of it has come: then nothing is pulled away.
    if (wentUp(element, lastTop.current, rowHeight)) return follow.stop()
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
    look()
  }, [follow, rows, look, rowHeight])

  const scrolled = () => {
    const element = box.current
    if (element === null) return
    look()
    const up = wentUp(element, lastTop.current, rowHeight)
    const down = element.scrollTop >= lastTop.current
    lastTop.current = element.scrollTop
    if (up) follow.stop()
    else if (!follow.on && down && fromEnd(element) < 2) follow.start()
  }

  useEffect(() => {
    if (!follow.on && top < fetchBefore && feed.hasOlder()) void feed.loadOlder()
  }, [feed, follow.on, top])

  const [whole, setWhole] = useState<Log | null>(null)
  const clicked = ({ target }: MouseEvent) => {
    // Whoever marks text wants to copy it.
    if (String(window.getSelection() ?? '') !== '') return
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined
    if (place !== undefined) setWhole(feed.store.line(Number(place)) ?? null)
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === box.current) setWhole(feed.store.line(inSight()) ?? null)
    if (event.key === 'Escape' && whole !== null) {
      event.stopPropagation()
      setWhole(null)
    }
  }
  /** The newest line that is wholly in sight. */
  const inSight = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    return rowAt(Math.max(0, Math.min(rows, Math.floor((scrollTop + clientHeight) / rowHeight)) - 1), starts).line
  }
  const headingOf = (line: number) => {
    const first = feed.store.line(line)
    const id = first && idOfLine(feed.filter())(first)
    return first === undefined || id === undefined || nameRun === undefined
      ? null
      : { at: first.logDate, ...nameRun(id) }
  }
  const run = runOfRow(top, starts)
  const isInSight = rowAt(top, starts).heading && !isCut
  // The next heading must not lie under the one before it.
  const isNextReached = pinEnd > top && rowAt(pinEnd, starts).heading
  const pinned = run === undefined || isInSight || isNextReached ? null : headingOf(run)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the list inside it.
    <div className={styles.frame} onKeyDown={keyed}>
      {/* A region to scroll with the keyboard, not a live one: lines are never read out by themselves. */}
      <div ref={box} className={styles.lines} onScroll={scrolled} tabIndex={0} role="group" aria-label="Log lines">
        {pinned !== null && <PinnedHeading heading={pinned} zone={zone} />}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter does the same. */}
        <div className={styles.canvas} onClick={clicked} style={{ height: rows * rowHeight }}>
          {Array.from({ length: to - from }, (_, i) => {
            const row = from + i
            const at = rowAt(row, starts)
            if (at.heading) {
              return <RunHeading key={row} top={row * rowHeight} heading={headingOf(at.line)} zone={zone} />
            }
            const line = feed.store.line(at.line)
            return line && <Row key={row} place={at.line} top={row * rowHeight} line={line} zone={zone} />
          })}
        </div>
      </div>
      {whole !== null && <LogDetail line={whole} zone={zone} onClose={() => setWhole(null)} />}
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
const wentUp = (element: HTMLElement, before: number, rowHeight: number) =>
  element.scrollTop < before - 1 && fromEnd(element) > rowHeight

type RowProps = { place: number; top: number; line: Log; zone: string }

const Row = memo(({ place, top, line, zone }: RowProps) => (
  <div
    className={`${styles.row} ${styles[line.level]}`}
    style={{ transform: `translateY(${top}px)` }}
    data-place={place}
    data-tone={toneOf[line.level]}
  >
    <time dateTime={line.logDate} title={`${formatDay(line.logDate, zone)} ${zone}`} className={styles.time}>
      {formatClock(line.logDate, zone)}
    </time>
    <span role="img" aria-label={line.level} className={styles.icon} />
    {line.dataSubKind !== undefined && <span className={styles.source}>{line.dataSubKind}</span>}
    <span className={styles.message}>{oneLine(line.message)}</span>
  </div>
))
Row.displayName = 'LogRow'
