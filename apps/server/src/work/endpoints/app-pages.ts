import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { endpointKeyHeader, tokenHeader } from '@millrace/contract'
import { isOwnOrigin } from '../../platform/http/own-origin.ts'

/**
 * What lets pages of the app, and of nobody else, call the runtime in a browser: it may be published at another address
 * than they are. Null for programs and foreign pages.
 */
export function appPageHeaders(
  { headers: { origin }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  publicUrl: string,
): OutgoingHttpHeaders | null {
  if (origin === undefined || !isOwnOrigin(origin, publicUrl, socket.localPort ?? null)) return null
  return { 'access-control-allow-origin': origin, vary: 'origin' }
}

/** What a browser is told that asks whether a page may send a call at all. */
export const askedFirst: OutgoingHttpHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': `content-type, ${tokenHeader}, ${endpointKeyHeader}`,
  'access-control-max-age': '600',
}
