import type { IncomingMessage, Server } from 'node:http'

/** How slowly a request may send its body. */
type SlowLimits = {
  /** Between two looks at a request, in milliseconds. */
  checkMs: number
  /** A body that comes without a session must be here after so long: it is a message of some fields. */
  withoutSessionMs: number
  /** Within each such time a body with a session brings so many bytes: a file on a bad line, not one that never ends. */
  windowMs: number
  minBytes: number
}
const defaultLimits: SlowLimits = { checkMs: 5000, withoutSessionMs: 15_000, windowMs: 30_000, minBytes: 30 * 1024 }

const withSession = new WeakSet<IncomingMessage>()

/** Says that whoever sends this request has a session, so that its body may take its time. */
export const markSession = (request: IncomingMessage): void => void withSession.add(request)

/**
 * Cuts requests whose body comes too slowly: each holds a connection, and a few thousand of them the whole server. Bytes
 * that wait here because this process does not read them, since it is busy or still looks the session up, are not held
 * against the sender.
 */
export function cutSlowRequests(server: Server, limits = defaultLimits): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    const { socket } = request
    let last = performance.now()
    /** Milliseconds in which this process waited for the sender. */
    let waited = 0
    let window = { began: waited, bytes: socket.bytesRead }
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer)
      const now = performance.now()
      // A look that comes late says that this process was busy: what was sent meanwhile is not read yet.
      const passed = Math.min(now - last, limits.checkMs)
      last = now
      const isOurs = request.isPaused() || request.readableLength >= request.readableHighWaterMark
      if (isOurs) window = { began: waited, bytes: socket.bytesRead }
      else {
        waited += passed
        if (isTooSlow()) socket.destroy()
      }
    }, limits.checkMs)
    timer.unref()
    request.once('end', () => clearInterval(timer))

    function isTooSlow(): boolean {
      if (!withSession.has(request)) return waited >= limits.withoutSessionMs
      if (waited - window.began < limits.windowMs) return false
      const received = socket.bytesRead - window.bytes
      window = { began: waited, bytes: socket.bytesRead }
      return received < limits.minBytes
    }
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
