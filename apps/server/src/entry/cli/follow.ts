import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClientToServer,
  codes,
  type Import,
  type Log,
  type LogFilter,
  type ServerToClient,
  type Subscription,
} from '@millrace/contract'
import { apiRoot } from '@millrace/contract/envelope'
import { isEnded } from '@millrace/contract/imports/import-states.rule'
import { io, type Socket } from 'socket.io-client'
import type { Client } from './client.ts'
import { CommandError } from './command-error.ts'

type LiveSocket = Socket<ServerToClient, ClientToServer>
export type Following = {
  /** Rejects when the server refuses. */
  failed: Promise<never>
  /** Prints what the socket has not brought yet, and ends. */
  finish(): Promise<void>
  stop(): void
}

const againMs = 1000

/** Follows the log lines of uploads or imports, each once and in order, also over a lost connection. */
export function followLogs(client: Client, filter: LogFilter, onLine: (line: Log) => void): Following {
  return follow(client, filter, onLine, () => {})
}

/** Follows imports and their lines until all have ended. @throws CommandError when the server refuses */
export async function followImports(
  client: Client,
  ids: readonly string[],
  onLine: (line: Log) => void,
  onState: (ended: number) => void = () => {},
): Promise<Import[]> {
  const known = new Map<string, Import>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const following = follow(client, { importId: [...ids] }, onLine, (items) => {
    for (const item of items) known.set(item._id, item)
    const ended = [...known.values()].filter((item) => isEnded(item.state)).length
    onState(ended)
    if (ended === ids.length) resolve()
  })
  try {
    await Promise.race([promise, following.failed])
    await following.finish()
  } finally {
    following.stop()
  }
  return ids.flatMap((id) => known.get(id) ?? [])
}

function follow(
  client: Client,
  filter: LogFilter,
  onLine: (line: Log) => void,
  onImports: (items: readonly Import[]) => void,
): Following {
  const lists = filter as { uploadId?: string[]; importId?: string[] }
  // From the first line on; without a number the server would begin with the last thousand.
  const ids = [...(lists.uploadId ?? []), ...(lists.importId ?? [])]
  const last: Record<string, number> = Object.fromEntries(ids.map((id) => [id, 0]))
  const take = (line: Log): void => {
    const id = line.uploadId ?? line.importId ?? ''
    if (line.seq <= (last[id] ?? 0)) return
    last[id] = line.seq
    onLine(line)
  }
  const { promise: failed, reject } = Promise.withResolvers<never>()
  // Whoever does not wait for it is not hurt by it.
  failed.catch(() => {})
  const socket: LiveSocket = io(client.server, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
    autoConnect: false,
  })
  socket.on('init', (message) => {
    if (message.model === 'logs') message.data.forEach(take)
    if (message.model === 'imports') onImports(message.data)
  })
  socket.on('change', (message) => {
    if (message.model === 'logs') [message.data].flat().forEach(take)
    if (message.model !== 'imports') return
    if (message.operationType === 'delete') reject(new CommandError('The import was deleted'))
    else onImports([message.data])
  })
  const subscribe = (subscription: Subscription): void => {
    socket.emit('subscribe', subscription, (answer) => {
      if (answer.code !== codes.ok) reject(new CommandError(`Live updates are refused: ${answer.message}`))
    })
  }
  socket.on('connect', () => {
    client.token().then((token) => {
      subscribe({ token, model: 'logs', filter, after: last })
      if (lists.importId !== undefined) subscribe({ token, model: 'imports', filter: { _id: lists.importId } })
    }, reject)
  })
  let stopped = false
  socket.on('disconnect', (reason) => {
    // The server closes sockets when it stops or a session ends; only then the library does not connect again.
    if (reason !== 'io server disconnect') return
    void sleep(againMs).then(() => {
      if (!stopped) socket.connect()
    })
  })
  socket.connect()
  return {
    failed,
    async finish() {
      for (const id of lists.uploadId ?? []) {
        const query = { ids: id, after: String(last[id] ?? 0) }
        for (const line of await client.call('GET /logs/uploads', { query })) take(line)
      }
      for (const id of lists.importId ?? []) {
        const query = { id, after: String(last[id] ?? 0) }
        for (const line of await client.call('GET /logs/jobs', { query })) take(line)
      }
    },
    stop() {
      stopped = true
      socket.disconnect()
    },
  }
}
