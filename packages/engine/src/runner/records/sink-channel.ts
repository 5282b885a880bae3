import { once } from 'node:events'
import net from 'node:net'

// As bytes: writing the text itself is slower, and its length would have to be counted apart.
const asBytes = (chunk: string | Buffer): Buffer => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)

/** Where the bytes for a file or a target go: a pipe of the process. */
export class PipeChannel {
  /** Bytes put so far. */
  bytes = 0
  readonly #socket: net.Socket

  constructor(fd: number) {
    this.#socket = new net.Socket({ fd, readable: false, writable: true })
  }

  put(chunk: string | Buffer): void {
    if (chunk.length === 0) return
    const bytes = asBytes(chunk)
    this.bytes += bytes.length
    this.#socket.write(bytes)
  }

  /** Waits while the pipe is full. */
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
