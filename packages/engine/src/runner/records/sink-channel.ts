import { once } from 'node:events'
import net from 'node:net'

/** Where the bytes for a file or a target go. */
export type Channel = {
  /** Bytes put so far. */
  readonly bytes: number
  put(piece: string | Buffer): void
  /** Waits while the pipe is full. */
  room(): Promise<void>
  end(): Promise<void>
}

// As bytes: writing the text itself is slower, and its length would have to be counted apart.
const asBytes = (piece: string | Buffer): Buffer => (typeof piece === 'string' ? Buffer.from(piece) : piece)

/** Straight into the pipe. */
export class PipeChannel implements Channel {
  bytes = 0
  readonly #socket: net.Socket

  constructor(fd: number) {
    this.#socket = new net.Socket({ fd, readable: false, writable: true })
  }

  put(piece: string | Buffer): void {
    if (piece.length === 0) return
    const bytes = asBytes(piece)
    this.bytes += bytes.length
    this.#socket.write(bytes)
  }

  async room(): Promise<void> {
    if (this.#socket.writableNeedDrain) await once(this.#socket, 'drain')
  }

  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('error', reject)
      this.#socket.end(() => resolve())
    })
  }
}

/** Stands where the length of a next piece would: there is none. */
export const noMorePieces = 0xffffffff

/** Of a shared run: each batch's bytes stay together, with their length before them, for whoever puts pieces in order. */
export class PieceChannel implements Channel {
  bytes = 0
  /** Bytes of the piece under way. */
  held = 0
  readonly #pipe: PipeChannel
  #parts: Buffer[] = []

  constructor(fd: number) {
    this.#pipe = new PipeChannel(fd)
  }

  put(piece: string | Buffer): void {
    if (piece.length === 0) return
    const bytes = asBytes(piece)
    this.#parts.push(bytes)
    this.held += bytes.length
    this.bytes += bytes.length
  }

  /** The piece leaves, empty or not: the other side counts them. */
  close(): void {
    this.#pipe.put(lengthOf(this.held))
    for (const part of this.#parts) this.#pipe.put(part)
    this.#parts = []
    this.held = 0
  }

  room(): Promise<void> {
    return this.#pipe.room()
  }

  end(): Promise<void> {
    this.#pipe.put(lengthOf(noMorePieces))
    return this.#pipe.end()
  }
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(length)
  return bytes
}
