import { listen } from '../database/listen.ts'
import type { Platform } from '../platform.ts'
import { sessionEndedChannel } from './end-sessions.ts'

export type SessionEvents = {
  /**
   * Calls `listener` with the id of each session that ends, in whichever process it was ended. A break of the
   * connection may lose some: who relies on it asks again from time to time.
   * @returns how to stop it
   */
  onSessionEnded(listener: (sessionId: string) => void): () => void
  close(): Promise<void>
}

/** Hears of ended sessions over PostgreSQL, so that sockets of every process are closed (S5). */
export async function createSessionEvents({ log }: Pick<Platform, 'log'>, url: string): Promise<SessionEvents> {
  const listeners = new Set<(sessionId: string) => void>()
  const ear = await listen({
    url,
    channel: sessionEndedChannel,
    log,
    onNotice: (payload) => {
      const { sessionId } = JSON.parse(payload) as { sessionId: string }
      for (const listener of listeners) listener(sessionId)
    },
    onGap: () => {},
  })
  return {
    onSessionEnded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => ear.close(),
  }
}
