import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import { type ImportAttempt, isLastAttempt } from './runs.repository.ts'

/** Abort and take-over reach a run within so long even when no notice does. */
const pollMs = 500

export type AttemptWatch = {
  /** Fires when the import was aborted or another attempt took it over. */
  readonly signal: AbortSignal
  /** Fires the signal: somebody else found out. */
  abort(): void
  /** Asks the database now. */
  check(): void
  stop(): void
}

const watches = new Map<string, Set<AttemptWatch>>()

/** Checks the attempts at this import in this process at once: something about it has changed. */
export function recheckAttempts(importId: string): void {
  for (const watch of watches.get(importId) ?? []) watch.check()
}

/** Fires its signal as soon as the import was aborted or taken over, so that the runner is ended (IMP-045, G5). */
export function watchAttempt(db: Database, attempt: ImportAttempt, log: Logger): AttemptWatch {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new Error('the import was ended or taken over'))
  let checking = false
  const check = (): void => {
    if (checking || controller.signal.aborted) return
    checking = true
    isLastAttempt(db, attempt)
      .then(
        (isLast) => {
          if (!isLast) abort()
        },
        (error: unknown) => log.debug({ err: error, import: attempt.id }, 'the fence could not be asked'),
      )
      .finally(() => {
        checking = false
      })
  }
  const timer = setInterval(check, pollMs)
  const watch: AttemptWatch = {
    signal: controller.signal,
    abort,
    check,
    stop() {
      clearInterval(timer)
      const all = watches.get(attempt.id)
      all?.delete(watch)
      if (all?.size === 0) watches.delete(attempt.id)
    },
  }
  watches.set(attempt.id, (watches.get(attempt.id) ?? new Set()).add(watch))
  return watch
}
