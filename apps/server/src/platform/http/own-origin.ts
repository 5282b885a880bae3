import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Names by which this machine reaches itself; no other page can have an address with one of them. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a page of this origin may connect (S8): its address is the public one. Programs send none. The name that a
 * request was sent to proves nothing, since a page of anybody may have a name that leads here. While the public address
 * is this machine itself, each of its names and the port that is listened on count.
 */
export function isOwnOrigin(origin: string | undefined, publicUrl: string, listeningOn: number | null): boolean {
  if (origin === undefined) return true
  const from = URL.parse(origin)
  const own = new URL(publicUrl)
  if (from === null) return false
  if (from.origin === own.origin) return true
  const ports = [own.port, listeningOn === null ? own.port : String(listeningOn)]
  const bothHere = [from, own].every(
    ({ protocol, hostname }) => protocol === 'http:' && loopbackNames.includes(hostname),
  )
  return bothHere && ports.includes(from.port)
}

/** The port of a server that listens. */
export function portOf(server: Pick<Server, 'address'>): number | null {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : null
}

let warned = false

/** Said once: who opens the app by another name than MILLRACE_PUBLIC_URL sees no live pages, and nobody else tells why. */
export function warnOfOrigin(
  log: Pick<Logger, 'warn'>,
  about: { origin: string | undefined; publicUrl: string },
): void {
  if (warned) return
  warned = true
  log.warn(about, 'a page of another address than MILLRACE_PUBLIC_URL does not get live updates')
}
