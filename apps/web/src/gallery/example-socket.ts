import type { LiveInit, Log } from '@millrace/contract'

// Stands in for socket.io-client where the gallery is built: a link that is there at once and tells what the example says.

type Listener = (message?: unknown) => void
type Subscription = { model: LiveInit['model']; filter: Record<string, string | string[]> }

let lines: readonly Log[] = []
/** Which log lines every subscription begins with. */
export const setExampleLogs = (logs: readonly Log[]): void => {
  lines = logs
}

/** Those of one upload or import after a number, exclusive. */
export const exampleLines = (key: string, id: string, after: number): Log[] =>
  lines.slice(after).map((line, index) => ({ ...line, [key]: id, seq: after + index + 1 }))

export function io() {
  const listeners = new Map<string, Listener[]>()
  const fire = (event: string, message?: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(message)
  }
  const link = {
    connected: false,
    on(event: string, listener: Listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    connect() {
      link.connected = true
      queueMicrotask(() => fire('connect'))
    },
    disconnect() {
      link.connected = false
    },
    emit(event: string, subscription: Subscription, answer?: (reply: unknown) => void) {
      if (event !== 'subscribe') return
      answer?.({ code: 20000, message: 'ok', data: null })
      queueMicrotask(() => fire('init', initOf(subscription)))
    },
  }
  return link
}

function initOf({ model, filter }: Subscription) {
  if (model !== 'logs') return { model, filter, data: [] }
  const [key, ids] = Object.entries(filter)[0] ?? ['importId', []]
  const [first = '', ...older] = [ids].flat()
  // Of several imports each has them, the oldest first.
  const named = key === 'importId' ? [...older.toReversed(), first] : [first]
  const data = named.flatMap((id) => exampleLines(key, id, 0))
  return { model, filter, data, firstSeq: lines.length > 0 ? 1 : 0, lastSeq: lines.length, total: data.length }
}
