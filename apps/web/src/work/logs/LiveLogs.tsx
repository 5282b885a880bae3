import type { LogFilter } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './live-logs.module.css'
import { LogPanel } from './LogPanel.tsx'
import type { NameRun } from './RunHeading.tsx'
import { createLogFeed, type LogFeed } from './log-feed.ts'

export type LiveLogsProps = {
  /**
   * What to follow, the newest first; null shows `emptyText`. A new filter drops the former subscription (LOG-013); one
   * that only adds ids leaves what is read where it is.
   */
  filter: LogFilter | null
  /** Shown when there is nothing to read. */
  emptyText?: string
  /** Height in px, or any CSS height; '100%' fills the parent. */
  height?: number | string
  /** Names the downloaded file, without extension. */
  name?: string
  /** Names the uploads or imports that are followed: a heading with name and time stands before the lines of each. */
  nameRun?: NameRun
}

/** Logs as they are written: level chips, text filter, Follow, copy, download; older lines come on scrolling up. */
export function LiveLogs({ filter, emptyText = texts.noLogs, height = '100%', name = 'logs', nameRun }: LiveLogsProps) {
  const key = filter === null ? null : JSON.stringify(filter)
  const [feed, setFeed] = useState<LogFeed | null>(null)
  const current = useRef<LogFeed | null>(null)
  useEffect(() => {
    const wanted = key === null ? null : (JSON.parse(key) as LogFilter)
    if (wanted !== null && current.current?.extend(wanted)) return
    current.current?.stop()
    current.current = wanted === null ? null : createLogFeed(wanted)
    setFeed(current.current)
  }, [key])
  useEffect(
    () => () => {
      current.current?.stop()
      current.current = null
    },
    [],
  )

  if (feed === null) {
    return (
      <section className={styles.logs} style={{ height }} aria-label="Logs">
        <EmptyState text={emptyText} />
      </section>
    )
  }
  const look = { emptyText, name, height, ...(nameRun === undefined ? {} : { nameRun }) }
  return <LogPanel key={feed.number} feed={feed} {...look} />
}
