import pg from 'pg'
import type { Logger } from 'pino'

export type ListenOptions = {
  url: string
  channel: string
  log: Logger
  onNotice: (payload: string) => void
  /** The connection is there again after a break: notices may have been missed. */
  onGap: () => void
}

const firstRetryMs = 100
const maxRetryMs = 5000

/**
 * Receives the notices of a PostgreSQL channel on a connection of its own, and connects again for as long as it takes.
 * Resolves once it listens.
 */
export async function listen(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  const { url, channel, log, onNotice, onGap } = options
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let retryMs = firstRetryMs

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
    const lost = (error?: Error) => {
      if (closed || next !== client) return
      client = null
      log.warn({ err: error, channel }, 'notices are interrupted')
      tryAgain()
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => onNotice(payload ?? ''))
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
    if (closed) return next.end()
    client = next
    retryMs = firstRetryMs
  }

  const tryAgain = (): void => {
    if (closed) return
    retry = setTimeout(() => {
      connect().then(onGap, (error: unknown) => {
        log.warn({ err: error, channel }, 'notices wait for the database')
        tryAgain()
      })
    }, retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }

  await connect()
  return {
    async close() {
      closed = true
      if (retry) clearTimeout(retry)
      await client?.end()
    },
  }
}
