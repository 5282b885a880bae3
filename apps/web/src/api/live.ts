import type {
  ClientToServer,
  ItemFilter,
  KindFilter,
  LiveChange,
  LiveInit,
  LogFilter,
  OpenFilter,
  RunFilter,
  ServerToClient,
} from '@millrace/contract'
import { apiRoot } from '@millrace/contract/envelope'
import { codes, sessionOverCodes } from '@millrace/contract/errors'
import type { Socket } from 'socket.io-client'
import { freshToken } from './fresh-token.ts'
import { apiOrigin } from './request.ts'
import { sessionOver } from './session-over.ts'

/** `connecting` until the first answer; `lost` while the link is down; `refused` when the server said no. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'refused'
export type LiveModel = LiveInit['model']
export type FilterOf<M extends LiveModel> = M extends 'logs'
  ? LogFilter
  : M extends 'documents'
    ? KindFilter
    : M extends 'presence'
      ? OpenFilter
      : M extends 'testRuns'
        ? RunFilter
        : ItemFilter

export type LiveHandlers<M extends LiveModel> = {
  onInit: (message: Extract<LiveInit, { model: M }>) => void
  onChange: (message: Extract<LiveChange, { model: M }>) => void
  onState?: (state: LiveState, message?: string) => void
  /** Logs only: the last number held per id, so that a resubscription sends only what came after. */
  after?: () => Record<string, number>
}

type Entry = {
  model: LiveModel
  filter: LiveFilterOf
  key: string
  handlers: LiveHandlers<LiveModel>
  /** The token it was last subscribed with; null before. */
  token: string | null
  /** It has been asked for, and no answer has come yet. */
  awaitsInit: boolean
}
type LiveFilterOf = LogFilter | ItemFilter | KindFilter | RunFilter
type LiveSocket = Socket<ServerToClient, ClientToServer>

const entries = new Set<Entry>()
let socket: LiveSocket | null = null
let opening: Promise<LiveSocket> | null = null
let closing: ReturnType<typeof setTimeout> | undefined

const keyOf = (model: string, filter: object) => {
  const [name, values] = Object.entries(filter)[0] as [string, string | string[]]
  return `${model} ${name} ${[values].flat().toSorted().join(',')}`
}

/**
 * Subscribes to a live model (LOG-011); the socket opens with the first subscription and closes with the last (LOG-015).
 * After a lost link it is resubscribed by itself. Answers the function that ends the subscription (LOG-013).
 */
export function subscribeLive<M extends LiveModel>(
  model: M,
  filter: FilterOf<M>,
  handlers: LiveHandlers<M>,
): () => void {
  const entry: Entry = {
    model,
    filter,
    key: keyOf(model, filter),
    handlers: handlers as unknown as LiveHandlers<LiveModel>,
    token: null,
    awaitsInit: false,
  }
  entries.add(entry)
  clearTimeout(closing)
  handlers.onState?.('connecting')
  open().then(
    (link) => {
      if (link.connected) void subscribe(link, entry)
      else link.connect()
    },
    (error: unknown) => {
      console.error('live updates cannot be loaded', error)
      entry.handlers.onState?.('lost')
    },
  )
  return () => {
    entries.delete(entry)
    const twin = [...entries].some((other) => other.key === entry.key)
    if (socket?.connected && !twin) unsubscribe(socket, entry)
    // A page change drops one subscription and makes the next: the link survives that moment.
    if (entries.size === 0) closing = setTimeout(() => socket?.disconnect(), 1000)
  }
}

function open(): Promise<LiveSocket> {
  opening ??= import('socket.io-client').then(({ io }) => {
    const link: LiveSocket = io(apiOrigin === '' ? window.location.origin : apiOrigin, {
      path: `${apiRoot}/socket`,
      transports: ['websocket'],
      autoConnect: false,
      reconnectionDelay: 500,
      reconnectionDelayMax: 3000,
    })
    link.on('connect', () => {
      for (const entry of entries) entry.awaitsInit = false
      for (const entry of entries) void subscribe(link, entry)
    })
    link.on('disconnect', (reason) => {
      for (const entry of entries) entry.handlers.onState?.('lost')
      // The server closes a socket whose session ended; with a fresh token it may be opened again.
      if (reason === 'io server disconnect' && entries.size > 0) setTimeout(() => link.connect(), 1000)
    })
    link.on('connect_error', () => {
      for (const entry of entries) entry.handlers.onState?.('lost')
    })
    link.on('init', (message) => {
      for (const entry of matching(keyOf(message.model, message.filter))) {
        entry.awaitsInit = false
        entry.handlers.onInit(message)
        entry.handlers.onState?.('live')
      }
    })
    link.on('change', (message) => {
      for (const entry of matching(keyOf(message.model, message.filter))) entry.handlers.onChange(message)
    })
    socket = link
    return link
  })
  // A failed load of the chunk may succeed the next time.
  opening.catch(() => {
    opening = null
  })
  return opening
}

const matching = (key: string): Entry[] => [...entries].filter((entry) => entry.key === key)

/** Several that want the same at once, as parts of a page do, ask once; of a log each begins at another line. */
async function subscribe(link: LiveSocket, entry: Entry) {
  const token = await freshToken().catch((error: unknown) => {
    console.error('no token for live updates', error)
    return null
  })
  if (!entries.has(entry)) return
  if (token === null) {
    entry.handlers.onState?.('refused')
    return
  }
  entry.token = token
  const isAsked = entry.model !== 'logs' && matching(entry.key).some(({ awaitsInit }) => awaitsInit)
  entry.awaitsInit = true
  if (isAsked) return
  const after = entry.handlers.after?.()
  const parts = { token, model: entry.model, filter: entry.filter, ...(after === undefined ? {} : { after }) }
  link.emit('subscribe', parts as Parameters<ClientToServer['subscribe']>[0], (reply) => {
    if (reply.code === codes.ok) return
    const refused = matching(entry.key).filter((one) => one === entry || one.awaitsInit)
    if (refused.length === 0) return
    for (const one of refused) {
      one.awaitsInit = false
      one.handlers.onState?.('refused', reply.message)
    }
    if (sessionOverCodes.includes(reply.code)) sessionOver.open()
  })
}

/** With the token it was subscribed with, so that it goes out before a closing link is gone. */
function unsubscribe(link: LiveSocket, { token, model, filter }: Entry) {
  if (token === null) return
  link.emit('unsubscribe', { token, model, filter } as Parameters<ClientToServer['unsubscribe']>[0])
}

/** Ends the link at logout; subscriptions go with it. */
export function closeLive() {
  for (const entry of entries) if (socket?.connected) unsubscribe(socket, entry)
  entries.clear()
  socket?.disconnect()
}

/** Subscribes everything anew with the stored token, after another tab has signed in again. */
export function reopenLive() {
  if (socket === null || entries.size === 0) return
  socket.disconnect()
  socket.connect()
}
