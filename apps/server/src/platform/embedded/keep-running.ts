import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** One running PostgreSQL server. */
export interface Postmaster {
  pid: number
  /** Settles when it has ended, with how: 'SIGKILL', 'exit code 1'. */
  ended: Promise<string>
}

/** What `keepRunning` needs of its surroundings. */
export interface KeepRunningOptions {
  /** Starts the server again, on the same address. Rejects when it does not start. */
  launch(): Promise<Postmaster>
  /** Receives a sentence when the server ended, could not be started, runs again. */
  warn(line: string): void
  /** The server is given up: it ended again and again, or does not start. */
  onLost(error: StartError): void
  /** For tests. */
  now?: () => number
  /** For tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** A server that is kept running. */
export interface KeptRunning {
  readonly pid: number
  /** Starts the server no more, and settles when no start of it is under way. */
  stopSupervising(): Promise<void>
}

/** Before each start in a row, in ms: the first comes at once; what lasts longer than all of them is for a supervisor. */
export const restartPausesMs: readonly number[] = [0, 500, 1000, 2000, 4000, 8000]
/** A server that ran for so long has recovered: its next end is no longer counted with the one before. */
const steadyMs = 30_000

/**
 * Starts the server again whenever it ends by itself: killed by the system for its memory, crashed, stopped by somebody.
 * Attempts in a row come with growing pauses; after the last one the server counts as lost (G6).
 */
export function keepRunning(first: Postmaster, options: KeepRunningOptions): KeptRunning {
  const { launch, warn, onLost, now = () => performance.now() } = options
  const pause = options.pause ?? ((ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined))
  const stopping = new AbortController()
  const stopped = new Promise<'stopped'>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  let current = first
  /** Attempts since the server last ran for a while. */
  let attempts = 0

  /** @returns whether the server runs; rejects when it is given up, with the reason */
  const startAgain = async (how: string): Promise<boolean> => {
    let reason = `it ended again and again, at last with ${how}`
    for (;;) {
      const ms = restartPausesMs[attempts++]
      if (ms === undefined) throw new StartError(`PostgreSQL ended and cannot be kept running: ${reason}.`)
      await pause(ms, stopping.signal)
      if (stopping.signal.aborted) return false
      try {
        current = await launch()
        return true
      } catch (error) {
        reason = (error as Error).message.replace(/\.$/, '')
        warn(`PostgreSQL could not be started again: ${reason}`)
      }
    }
  }

  const watch = async (): Promise<void> => {
    for (;;) {
      const startedAt = now()
      const how = await Promise.race([current.ended, stopped])
      if (stopping.signal.aborted) return
      const endedAt = now()
      if (endedAt - startedAt > steadyMs) attempts = 0
      warn(`PostgreSQL ended by itself (${how}) and is started again`)
      if (!(await startAgain(how))) return
      warn(`PostgreSQL runs again after ${Math.round(now() - endedAt)} ms`)
    }
  }
  const watching = watch().catch(onLost)

  return {
    get pid() {
      return current.pid
    },
    async stopSupervising() {
      stopping.abort()
      await watching
    },
  }
}
