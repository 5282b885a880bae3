import { type Log, type LogFilter, type ServerToClient, type ClientToServer, codes } from '@millrace/contract'
import { apiRoot } from '@millrace/contract/envelope'
import { io, type Socket } from 'socket.io-client'
import type { Client } from './client.ts'

/** Follows the live log lines of uploads or of an import, each once and in order, also over a lost connection. */
export async function followLogs(
  client: Client,
  filter: LogFilter,
  onLine: (line: Log) => void,
): Promise<{ stop(): void }> {
  const socket: Socket<ServerToClient, ClientToServer> = io(client.server, {
    path: `${apiRoot}/socket`,
    transports: ['websocket'],
    autoConnect: false,
  })
  const last: Record<string, number> = {}
  const take = (line: Log): void => {
    const id = line.uploadId ?? line.importId ?? ''
    if (line.seq <= (last[id] ?? 0)) return
    last[id] = line.seq
    onLine(line)
  }
  socket.on('init', (message) => {
    if (message.model === 'logs') message.data.forEach(take)
  })
  socket.on('change', (message) => {
    if (message.model === 'logs') [message.data].flat().forEach(take)
  })
  socket.on('connect', async () => {
    const token = await client.token()
    socket.emit('subscribe', { token, model: 'logs', filter, after: last }, (answer) => {
      if (answer.code !== codes.ok) console.error(`Live logs are not available: ${answer.message}`)
    })
  })
  socket.connect()
  return { stop: () => void socket.disconnect() }
}
