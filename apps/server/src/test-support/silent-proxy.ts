import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A line to a server that can fall silent without being cut. */
export type SilentProxy = {
  port: number
  /** Nothing passes any more, in either direction; who connects is let in and hears nothing. */
  fallSilent(): void
  /** Who connects from now on is heard again; older connections stay silent. */
  speakAgain(): void
  stop(): void
}

/** Leads to a port of this machine; without one it says nothing from the start. */
export async function startSilentProxy(to: number | null): Promise<SilentProxy> {
  const open = new Set<Socket>()
  let silent = to === null
  const keep = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (silent || to === null) return client.pause()
    const target = keep(connect(to, '127.0.0.1'))
    client.pipe(target).pipe(client)
    return client
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      silent = true
      for (const socket of open) socket.unpipe().pause()
    },
    speakAgain() {
      silent = false
    },
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
