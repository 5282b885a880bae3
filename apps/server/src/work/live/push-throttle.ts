import { pushIntervalMs } from '@millrace/contract'
import type { Socket } from 'socket.io'
import type { Logger } from 'pino'
import { disconnect, isCongested, maxStalledMs } from './slow-reader.ts'

export type PushThrottle = {
  /** There is something to push. */
  wake(): void
  /** The first list was sent: only from here on it pushes, and at once where it was woken before. */
  begin(): void
  stop(): void
}

/** How often a congested socket is looked at again. */
const congestedMs = 250

/**
 * Calls `push` at most ten times a second, never twice at once, and not while the socket is congested. `push` sends one
 * message and says whether there is more. A reader that takes nothing for 30 s is closed.
 */
export function createPushThrottle(options: {
  socket: Socket
  log: Logger
  push: () => Promise<boolean>
}): PushThrottle {
  const { socket, log, push } = options
  let timer: NodeJS.Timeout | null = null
  let begun = false
  let pushing = false
  let again = false
  let stopped = false
  let lastPush = 0
  let congestedSince: number | null = null

  const schedule = (ms: number): void => {
    if (stopped || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      void turn()
    }, ms)
  }

  const turn = async (): Promise<void> => {
    if (isCongested(socket)) {
      congestedSince ??= Date.now()
      if (Date.now() - congestedSince > maxStalledMs) {
        log.info({ socket: socket.id }, 'a socket that takes nothing is closed')
        disconnect(socket)
        return
      }
      schedule(congestedMs)
      return
    }
    congestedSince = null
    pushing = true
    again = false
    lastPush = Date.now()
    let failed = false
    try {
      again = (await push()) || again
    } catch (error) {
      // Nothing is lost: the lines are still in the database and the place in them has not moved.
      log.warn({ err: error, socket: socket.id }, 'a live push waits')
      failed = true
    }
    pushing = false
    if (failed) schedule(1000)
    else if (again) schedule(Math.max(0, lastPush + pushIntervalMs - Date.now()))
  }

  return {
    wake() {
      if (pushing || !begun) again = true
      else schedule(Math.max(0, lastPush + pushIntervalMs - Date.now()))
    },
    begin() {
      begun = true
      if (again) schedule(0)
    },
    stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
