import type { Socket } from 'socket.io'

/** Packets and bytes that may wait in this process for one socket; lines beyond stay in the database (G12). */
const maxPackets = 4
const maxBytes = 512 * 1024
/** A socket that has taken nothing for so long is closed. */
export const maxStalledMs = 30_000
/** A socket that closes in order gets so long to say so. */
const terminateAfterMs = 500

type Connection = {
  writeBuffer: unknown[]
  transport: { socket?: { bufferedAmount?: number; terminate?(): void } }
  close(discard: boolean): void
}
const connectionOf = (socket: Socket): Connection => socket.conn as unknown as Connection

/** Whether what was sent to the socket has not left yet. */
export function isCongested(socket: Socket): boolean {
  const { writeBuffer, transport } = connectionOf(socket)
  return writeBuffer.length >= maxPackets || (transport.socket?.bufferedAmount ?? 0) >= maxBytes
}

/**
 * Makes sure that a closed socket is gone soon. An orderly close waits for what was sent to be read, which a stuck
 * reader never does: it would hold its connection, and a server that stops, for half a minute.
 */
export function endAfterClose(socket: Socket): void {
  const { socket: web } = connectionOf(socket).transport
  socket.on('disconnect', () => setTimeout(() => web?.terminate?.(), terminateAfterMs))
}

/** Closes the connection under a socket: its client comes back by itself, as from a broken line, and asks anew. */
export const dropConnection = (socket: Socket): void => connectionOf(socket).close(true)

/** Closes a socket, whose client does not come back by itself; one that takes nothing is not asked to read its farewell. */
export function disconnect(socket: Socket): void {
  if (isCongested(socket)) connectionOf(socket).close(true)
  else socket.disconnect(true)
}
