import { listen } from '../../platform/database/listen.ts'
import type { Platform } from '../../platform/platform.ts'
import { sessionEndedChannel } from './end-sessions.ts'

export type SessionEvents = {
  /**
   * Calls `listener` with the id of each session that ends, in whichever process it was ended, and with null after a
   * break of the connection, which may have lost some: who relies on it looks again then.
   * @returns how to stop it
   */
  onSessionEnded(listener: (sessionId: string | null) => void): () => void
  close(): Promise<void>
}

/** Hears of ended sessions over PostgreSQL, so that sockets of every process are closed (S5). */
export async function createSessionEvents({ log }: Pick<Platform, 'log'>, url: string): Promise<SessionEvents> {
  const listeners = new Set<(sessionId: string | null) => void>()
  const ear = await listen({
    url,
    channel: sessionEndedChannel,
    log,
    onNotice: (payload) => {
      const { sessionId } = JSON.parse(payload) as { sessionId: string }
      for (const listener of listeners) listener(sessionId)
    },
    onGap: () => {
      for (const listener of listeners) listener(null)
    },
  })
  return {
    onSessionEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => ear.close(),
  }
}
