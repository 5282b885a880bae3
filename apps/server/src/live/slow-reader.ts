import type { Socket } from 'socket.io'

/** Packets and bytes that may wait in this process for one socket; lines beyond stay in the database (G12). */
const mostPackets = 4
const mostBytes = 512 * 1024
/** A socket that has taken nothing for so long is closed. */
export const patienceMs = 30_000

type Transport = { socket?: { bufferedAmount?: number } }

/** Whether what was sent to the socket has not left yet. */
export function isCongested(socket: Socket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as { writeBuffer: unknown[]; transport: Transport }
  return writeBuffer.length >= mostPackets || (transport.socket?.bufferedAmount ?? 0) >= mostBytes
}
