import type { LogFn, Logger } from 'pino'
import { isDatabaseGone } from '../database/database-gone.ts'

const minBetweenMs = 1000

/**
 * While the database is away, every call, poll and connection fails alike, hundreds a second: one line a second tells it
 * (G6), and how many were left out since the one before.
 * @returns a hook of pino that sees every line before it is written
 */
export function thinOutDatabaseFaults() {
  let writtenAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [first, ...rest] = args as unknown[]
    // The queue hands its faults over as plain objects.
    const { err } = (first ?? {}) as { err?: Partial<Error> | null }
    if (typeof err?.message !== 'string' || !isDatabaseGone(err as Error)) return method.apply(this, args)
    const now = performance.now()
    if (now - writtenAt < minBetweenMs) {
      leftOut++
      return
    }
    writtenAt = now
    const told = leftOut === 0 ? first : { ...(first as object), leftOut }
    leftOut = 0
    return method.apply(this, [told, ...rest] as unknown as Parameters<LogFn>)
  }
}
