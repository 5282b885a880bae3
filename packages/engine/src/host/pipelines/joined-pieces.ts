import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Encoder } from '../../outputs/encoding/encoder.types.ts'
import { noMorePieces } from '../../runner/records/sink-channel.ts'

/** One stream of what several processes write in turn; `bytesRead` counts what came out so far. */
export type JoinedPieces = Readable & { bytesRead: number }

/**
 * Puts the pieces of several pipes in order: piece k comes from pipe k modulo their number. A pipe whose turn has not
 * come is not read, so that its process waits. `encoder` adds what stands around the pieces of a file.
 */
export function joinPieces(pipes: readonly Socket[], encoder: Encoder | null): JoinedPieces {
  const readers = pipes.map((pipe) => new PieceReader(pipe))
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of inTurn(readers, encoder)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      if (bytes.length === 0) continue
      stream.bytesRead += bytes.length
      yield bytes
    }
  }
  const stream: JoinedPieces = Object.assign(Readable.from(counted(), { objectMode: false }), { bytesRead: 0 })
  // Given up: what was not read would keep the pipes open for ever.
  stream.once('close', () => {
    if (!stream.readableEnded) for (const pipe of pipes) pipe.destroy()
  })
  return stream
}

async function* inTurn(readers: readonly PieceReader[], encoder: Encoder | null): AsyncGenerator<string | Buffer> {
  yield encoder?.head() ?? ''
  for (let piece = 0; ; piece++) {
    const reader = readers[piece % readers.length] as PieceReader
    const length = await reader.length()
    // Cut off: the process that ended says why.
    if (length === null) return
    if (length === noMorePieces) break
    if (length === 0) continue
    const joint = encoder?.joined?.()
    yield joint?.before ?? ''
    yield* reader.take(length)
    yield joint?.after ?? ''
  }
  yield encoder?.tail() ?? ''
  // The others end with the same mark.
  for (const reader of readers) reader.drop()
}

class PieceReader {
  readonly #pipe: Socket
  #rest: Buffer = Buffer.alloc(0)
  #wake: () => void = () => {}
  #ended = false

  /** Listens from the beginning: a process that ends has what nobody listens to thrown away. */
  constructor(pipe: Socket) {
    this.#pipe = pipe
    const ended = () => {
      this.#ended = true
      this.#wake()
    }
    pipe.on('readable', () => this.#wake())
    for (const event of ['end', 'close', 'error']) pipe.on(event, ended)
  }

  /** null where the pipe has ended before its mark. */
  async length(): Promise<number | null> {
    while (this.#rest.length < 4) if (!(await this.#more())) return null
    const length = this.#rest.readUInt32BE()
    this.#rest = this.#rest.subarray(4)
    return length
  }

  async *take(length: number): AsyncGenerator<Buffer> {
    for (let open = length; open > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return
      const part = this.#rest.subarray(0, open)
      this.#rest = this.#rest.subarray(part.length)
      open -= part.length
      yield part
    }
  }

  /** Nothing more is wanted of it. */
  drop(): void {
    this.#pipe.removeAllListeners('readable')
    this.#pipe.resume()
  }

  async #more(): Promise<boolean> {
    for (;;) {
      const chunk = this.#pipe.read() as Buffer | null
      if (chunk !== null) {
        this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
        return true
      }
      if (this.#ended) return false
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
