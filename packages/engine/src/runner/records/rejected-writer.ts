import { once } from 'node:events'
import net from 'node:net'
import type { Finding } from '@millrace/contract'
import type { OpenedFile, Rec } from '../../formats/records/file.types.ts'
import { RejectedLines, type RejectedRecord, type RejectedSummary } from '../../outputs/rejected/rejected-file.ts'

/** Bytes that leave together. */
const pieceBytes = 64 * 1024

/** Writes rejected records to a pipe as they stand in the file: its own headers and order, before any coercion. */
export class RejectedWriter {
  readonly #lines: RejectedLines
  readonly #headers: string[] | null
  readonly #socket: net.Socket
  #pieces: Buffer[] = []
  #size = 0
  #missed = 0

  constructor(fd: number, opened: Pick<OpenedFile, 'headers'>, mostBytes: number) {
    this.#headers = opened.headers
    this.#lines = new RejectedLines(opened.headers, mostBytes)
    this.#socket = new net.Socket({ fd, readable: false, writable: true })
  }

  /** Records that found no room. */
  get missed(): number {
    return this.#missed
  }

  add(findings: readonly Finding[], record: RejectedRecord): void {
    const bytes = this.#lines.add(findings, record)
    if (bytes === null) {
      this.#missed++
      return
    }
    this.#pieces.push(bytes)
    this.#size += bytes.length
  }

  /** A record the reader refused: named by the file's headers, cells beyond them at the end. */
  addRefused(findings: readonly Finding[], record: Rec): void {
    const headers = this.#headers
    if (headers === null) return this.add(findings, record)
    const known = new Set(headers)
    const cells = headers.map((name) => (Object.hasOwn(record, name) ? record[name] : ''))
    this.add(findings, [...cells, ...Object.keys(record).flatMap((name) => (known.has(name) ? [] : [record[name]]))])
  }

  /** Sends what has gathered and waits while the pipe is full. */
  async flush(atLeast = pieceBytes): Promise<void> {
    if (this.#size < atLeast || this.#size === 0) return
    this.#socket.write(Buffer.concat(this.#pieces, this.#size))
    this.#pieces = []
    this.#size = 0
    if (this.#socket.writableNeedDrain) await once(this.#socket, 'drain')
  }

  async end(): Promise<RejectedSummary> {
    await this.flush(0)
    await new Promise<void>((resolve, reject) => {
      this.#socket.once('error', reject)
      this.#socket.end(() => resolve())
    })
    return this.#lines.summary
  }
}
