import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'

/**
 * Moves what a runner writes to a pipe into a file, which is opened at the first byte. When the file cannot be written
 * the rest is read and dropped, or the runner would wait for ever.
 */
export class PipedFile {
  readonly #flow: Promise<void>
  #bytes = 0
  #problem: string | null = null

  /** @param tooMuch called when more than so many bytes come: the runner keeps to the limit by itself, this one did not */
  constructor(
    pipe: Socket,
    open: () => Promise<Writable>,
    { maxBytes, tooMuch }: { maxBytes: number; tooMuch(): void },
  ) {
    this.#flow = this.#move(pipe, open, maxBytes, tooMuch)
  }

  /** Waits for the last byte. @returns why the file has not got so many bytes, or null */
  async settled(said: number): Promise<string | null> {
    await this.#flow
    return this.#problem ?? (said === this.#bytes ? null : 'some of them were lost on the way')
  }

  async #move(pipe: Socket, open: () => Promise<Writable>, maxBytes: number, tooMuch: () => void): Promise<void> {
    let file: Writable | null = null
    const gathered: Buffer[] = []
    let size = 0
    const write = async (): Promise<void> => {
      const chunk = gathered.length === 1 ? (gathered[0] as Buffer) : Buffer.concat(gathered, size)
      gathered.length = 0
      size = 0
      // After a fault the rest is read and dropped.
      if (this.#problem !== null || chunk.length === 0) return
      try {
        file ??= await opened(open)
        await written(file, chunk)
      } catch (problem) {
        this.#problem = textOf(problem)
      }
    }
    try {
      for await (const chunk of pipe) {
        this.#bytes += (chunk as Buffer).length
        if (this.#bytes > maxBytes) tooMuch()
        gathered.push(chunk as Buffer)
        size += (chunk as Buffer).length
        if (size >= writtenTogether) await write()
      }
      await write()
      if (this.#problem === null && file !== null) await ended(file)
    } catch (problem) {
      this.#problem ??= textOf(problem)
    }
  }
}

/** Bytes that are written together: a pipe gives at most 64 KiB at once, and each writing has its price. */
const writtenTogether = 512 * 1024

const textOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

async function opened(open: () => Promise<Writable>): Promise<Writable> {
  const file = await open()
  // A failed write is told where it was asked for; without a listener it would end the process, too.
  file.on('error', () => {})
  return file
}

/** One chunk at a time, so that the pipe, and with it the runner, waits for a slow disk. */
const written = (file: Writable, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    file.write(chunk, (problem) => (problem ? reject(problem) : resolve()))
  })

const ended = (file: Writable): Promise<void> =>
  new Promise((resolve, reject) => {
    file.end((problem?: Error | null) => (problem ? reject(problem) : resolve()))
  })
