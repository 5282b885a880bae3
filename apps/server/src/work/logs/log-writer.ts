import type { LogLevel } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { appendLogs, type LogLine, type LogOwner } from './append-logs.ts'
import { lastLogSeq } from './logs.repository.ts'

const flushAfterMs = 100
export const flushAtLines = 500
/** Lines that may wait for the database; more are counted, not kept. */
const maxWaiting = 10_000
const retryMs = 250

export type LogWriter = {
  write(level: LogLevel, message: string, dataSubKind?: string): void
  /** Waits until every line written so far is stored. */
  flush(): Promise<void>
  /**
   * Stores what waits and from then on only collects: while a transaction of the run holds the owner's row, another
   * statement on it would wait for that transaction.
   */
  pause(): Promise<void>
  resume(): void
  /** Takes the lines collected since `pause`, for the transaction that stores them together with the end. */
  takeCollected(): LogLine[]
  /** Another process holds the upload or import: nothing was or will be written any more (G5). */
  readonly fenced: boolean
  /** Stores what waits and ends the timer. */
  close(): Promise<void>
}

export type LogWriterOptions = {
  db: Database
  owner: LogOwner
  attempt: number
  /** The owner's log_seq when it was taken: tells after a lost connection whether the last lines were stored. */
  lastSeq: number
  log: Logger
  /** Called once when the writer finds itself fenced. */
  onFenced?: () => void
  /** How long a broken database is tried again, in ms. */
  patienceMs?: number
}

/** Collects the lines of one run and stores many per statement, in order, at most 100 ms late. */
export function createLogWriter(options: LogWriterOptions): LogWriter {
  const { db, owner, attempt, log, patienceMs = 60_000 } = options
  let waiting: LogLine[] = []
  let lost = 0
  let lastSeq = options.lastSeq
  let fenced = false
  let paused = false
  let timer: NodeJS.Timeout | null = null
  let storing: Promise<void> = Promise.resolve()

  const store = async (lines: LogLine[]): Promise<void> => {
    const giveUpAt = Date.now() + patienceMs
    for (let unsure = false; !fenced; unsure = true) {
      try {
        if (unsure && ((await lastLogSeq(db, owner)) ?? 0) >= lastSeq + lines.length) {
          lastSeq += lines.length
          return
        }
        const last = await appendLogs(db, owner, lines, attempt)
        if (last !== null) {
          lastSeq = last
          return
        }
        fenced = true
        options.onFenced?.()
      } catch (error) {
        if (Date.now() >= giveUpAt) throw error
        log.warn({ err: error, owner }, 'log lines wait for the database')
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  const next = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const lines = waiting
    waiting = []
    if (lost > 0) {
      lines.push({ at: new Date(), level: 'warn', message: `${lost} further lines came too fast and were left out` })
      lost = 0
    }
    if (lines.length > 0 && !fenced) {
      storing = storing.then(async () => {
        for (let from = 0; from < lines.length; from += flushAtLines) {
          await store(lines.slice(from, from + flushAtLines))
        }
      })
    }
    return storing
  }

  /** A flush nobody waits for: its failure is kept in `storing` and meets the next one who does. */
  const flushSoon = (ms: number): void => {
    if (paused) return
    timer ??= setTimeout(() => {
      timer = null
      next().catch((error) => log.error({ err: error, owner }, 'log lines could not be stored'))
    }, ms)
  }

  return {
    write(level, message, dataSubKind) {
      if (fenced) return
      if (waiting.length >= maxWaiting) {
        lost++
        return
      }
      waiting.push({ at: new Date(), level, message, ...(dataSubKind === undefined ? {} : { dataSubKind }) })
      if (waiting.length === flushAtLines && timer !== null) {
        clearTimeout(timer)
        timer = null
      }
      flushSoon(waiting.length >= flushAtLines ? 0 : flushAfterMs)
    },
    flush: next,
    async pause() {
      await next()
      paused = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      await storing
    },
    resume() {
      paused = false
      if (waiting.length > 0) flushSoon(0)
    },
    takeCollected() {
      const lines = waiting
      waiting = []
      return lines
    },
    get fenced() {
      return fenced
    },
    async close() {
      await next()
    },
  }
}
