import { write } from 'node:fs'
import { promisify } from 'node:util'

const writeTo = promisify(write)

/** Bytes that wait for the disk at most, and those that are written together: each writing has its price. */
const maxWaiting = 4 * 2 ** 20
const together = 2 ** 19

/** Writes an inherited file from its start, while the process goes on with its work. */
export class FileChannel {
  /** Bytes put so far. */
  bytes = 0
  /** Why it cannot be written; null while it can. */
  problem: string | null = null
  readonly #fd: number
  #parts: Uint8Array[] = []
  #gathered = 0
  #waiting = 0
  #flow: Promise<void> = Promise.resolve()

  constructor(fd: number) {
    this.#fd = fd
  }

  /** @param part is not to be changed any more */
  put(part: Uint8Array): void {
    if (part.length === 0 || this.problem !== null) return
    this.bytes += part.length
    this.#parts.push(part)
    this.#gathered += part.length
    if (this.#gathered >= together) this.#flush()
  }

  /** Waits while the disk is far behind. */
  async room(): Promise<void> {
    if (this.#waiting > maxWaiting) await this.#flow
  }

  /** Waits for the last byte. */
  async end(): Promise<void> {
    this.#flush()
    await this.#flow
  }

  #flush(): void {
    const [first] = this.#parts
    const isOne = first !== undefined && first.length === this.#gathered
    const bytes = isOne ? first : Buffer.concat(this.#parts, this.#gathered)
    this.#parts = []
    this.#gathered = 0
    this.#waiting += bytes.length
    this.#flow = this.#flow.then(() => this.#write(bytes))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      // After a fault the rest is dropped.
      for (let done = 0; done < bytes.length && this.problem === null; ) {
        done += (await writeTo(this.#fd, bytes, done)).bytesWritten
      }
    } catch (fault) {
      this.problem = fault instanceof Error ? fault.message : String(fault)
    }
    this.#waiting -= bytes.length
  }
}
