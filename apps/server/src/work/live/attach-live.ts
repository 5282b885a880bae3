import type { Server as HttpServer } from 'node:http'
import {
  ApiError,
  type ClientToServer,
  codes,
  type Envelope,
  type ServerToClient,
  type Subscription,
  texts,
} from '@millrace/contract'
import { apiRoot } from '@millrace/contract/envelope'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { Caller } from '../../platform/http/caller.ts'
import { isOwnOrigin, portOf, warnOfOrigin } from '../../platform/http/own-origin.ts'
import { listenForNotices } from '../../platform/notices/listen-for-notices.ts'
import type { Allowed, LiveSubscription } from './live-source.ts'
import { allow, follow, type LiveDeps, readSubscription, subscriptionKey } from './live.service.ts'
import { disconnect, dropConnection, endAfterClose } from './slow-reader.ts'

export type AttachLiveDeps = LiveDeps & {
  log: Logger
  /** For the one connection that listens. */
  databaseUrl: string
  /** Address of the app: browsers of other origins are refused (S8). */
  publicUrl: string
  /** Who a session token stands for; ApiError 50008, 50012 or 50014. */
  authenticate(token: string): Promise<Caller>
  /** Tells of ended sessions, those ended by other processes too; null: some may have been missed. Returns how to stop. */
  onSessionEnded(heard: (sessionId: string | null) => void): () => void
}
export type Live = { close(): Promise<void> }

/** Subscriptions one socket may hold. */
const maxSubscriptions = 50
/** How often an open subscription is checked again: what is no longer allowed ends within 5 s (S8). */
const recheckMs = 4000

type Open = { subscription: Subscription; allowed: Allowed; live: LiveSubscription }

/** The live socket at `{API root}/socket`: clients subscribe to models of the contract and hear what changes. */
export async function attachLive(server: HttpServer, deps: AttachLiveDeps): Promise<Live> {
  const { log } = deps
  const sockets = new Map<Socket, Map<string, Open>>()
  const everyOpen = (): Open[] => [...sockets.values()].flatMap((open) => [...open.values()])

  const io = new Server<ClientToServer, ServerToClient>(server, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
    addTrailingSlash: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 100_000,
    allowRequest: (request, answer) => {
      const { origin } = request.headers
      const allowed = isOwnOrigin(origin, deps.publicUrl, portOf(server))
      if (!allowed) warnOfOrigin(log, { origin, publicUrl: deps.publicUrl })
      answer(allowed ? null : 'origin not allowed', allowed)
    },
  })
  const listener = await listenForNotices(
    { url: deps.databaseUrl, log },
    {
      onNotice: (notice) => {
        for (const { live } of everyOpen()) live.onNotice(notice)
      },
      onGap: () => {
        for (const { live } of everyOpen()) live.onGap()
      },
    },
  )

  const end = (open: Map<string, Open>, key: string): void => {
    open.get(key)?.live.end()
    open.delete(key)
  }

  const subscribe = async (socket: Socket, open: Map<string, Open>, message: unknown): Promise<void> => {
    const subscription = readSubscription(message)
    const caller = await deps.authenticate(subscription.token)
    const allowed = await allow(deps, caller, subscription)
    if (!socket.connected) return
    const key = subscriptionKey(subscription)
    end(open, key)
    if (open.size >= maxSubscriptions) throw new ApiError(codes.tooMany, texts.tooManyAttempts)
    const live = follow(deps.sources, socket, subscription, allowed)
    open.set(key, { subscription, allowed, live })
    try {
      await live.begin()
    } catch (error) {
      if (open.get(key)?.live === live) end(open, key)
      throw error
    }
  }

  io.on('connection', (socket) => {
    const open = new Map<string, Open>()
    sockets.set(socket as Socket, open)
    endAfterClose(socket as Socket)
    // One after the other, so that subscribing and unsubscribing keep their order.
    let turn: Promise<void> = Promise.resolve()
    const inTurn = (work: () => Promise<void>, answer: unknown): void => {
      turn = turn.then(async () => {
        const reply = await envelopeOf(work, log)
        if (typeof answer === 'function') answer(reply)
      })
    }
    socket.on('subscribe', (message, answer) => inTurn(() => subscribe(socket as Socket, open, message), answer))
    socket.on('unsubscribe', (message, answer) =>
      inTurn(async () => end(open, subscriptionKey(readSubscription(message))), answer),
    )
    socket.on('disconnect', () => {
      for (const key of [...open.keys()]) end(open, key)
      sockets.delete(socket as Socket)
    })
  })

  const stopHearing = deps.onSessionEnded((sessionId) => {
    if (sessionId === null) return startCheck()
    for (const [socket, open] of sockets) {
      if ([...open.values()].some(({ allowed }) => allowed.caller.sessionId === sessionId)) disconnect(socket)
    }
  })
  const recheck = async (): Promise<void> => {
    const callers = new Map<string, Promise<Caller>>()
    for (const [socket, open] of sockets) {
      for (const [key, { subscription, allowed }] of open) {
        const { token } = subscription
        const asked = callers.get(token) ?? deps.authenticate(token)
        callers.set(token, asked)
        try {
          // What it shows of others, such as the countries of a plan, goes by the rights of now.
          Object.assign(allowed, await allow(deps, await asked, subscription))
        } catch (error) {
          // Failure closes: what is gone ends its subscription, a session that is over the socket. Where nobody can
          // tell, as while the database is away, the client has to come back and ask anew.
          if (!(error instanceof ApiError)) dropConnection(socket)
          else if (error.code === codes.notFound) end(open, key)
          else disconnect(socket)
        }
      }
    }
  }
  let checking = false
  const startCheck = (): void => {
    if (checking) return
    checking = true
    recheck()
      .catch((error: unknown) => log.error({ err: error }, 'live subscriptions could not be checked'))
      .finally(() => {
        checking = false
      })
  }
  const timer = setInterval(startCheck, recheckMs)

  return {
    async close() {
      clearInterval(timer)
      stopHearing()
      for (const socket of [...sockets.keys()]) disconnect(socket)
      io.engine.close()
      await listener.close()
    },
  }
}

async function envelopeOf(work: () => Promise<void>, log: Logger): Promise<Envelope<null>> {
  try {
    await work()
    return { code: codes.ok, message: texts.ok, data: null }
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message, data: null }
    log.error({ err: error }, 'a live subscription failed')
    return { code: codes.unexpected, message: texts.unexpected, data: null }
  }
}
