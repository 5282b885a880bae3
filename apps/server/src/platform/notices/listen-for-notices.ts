import type { Logger } from 'pino'
import { listen } from '../database/listen.ts'
import { type LiveNotice, liveChannel } from './notices.ts'

/**
 * Receives the notices of all processes, on a connection of its own.
 * @param hear.onGap notices may have been missed: look at everything once
 */
export function listenForNotices(
  { url, log }: { url: string; log: Logger },
  hear: { onNotice(notice: LiveNotice): void; onGap(): void },
): Promise<{ close(): Promise<void> }> {
  return listen({
    url,
    channel: liveChannel,
    log,
    onGap: () => hear.onGap(),
    onNotice: (payload) => {
      try {
        hear.onNotice(JSON.parse(payload) as LiveNotice)
      } catch (error) {
        log.error({ err: error, payload }, 'a live notice could not be handled')
      }
    },
  })
}
