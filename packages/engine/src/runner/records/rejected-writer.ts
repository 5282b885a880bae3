import { once } from 'node:events'
import net from 'node:net'
import type { Finding } from '@millrace/contract'
import type { OpenedFile, DataRecord } from '../../formats/records/file.types.ts'
import { sheetOf } from './file-traits.ts'
import { RejectedLines, type RejectedRecord, type RejectedSummary } from '../../outputs/rejected/rejected-file.ts'

/** Bytes that are written together. */
const chunkBytes = 64 * 1024

/** Writes rejected records to a pipe as they stand in the file: its own headers and order, before any coercion. */
export class RejectedWriter {
  readonly #lines: RejectedLines
  readonly #headers: string[] | null
  readonly #socket: net.Socket
  #chunks: Buffer[] = []
  #size = 0
  #missed = 0

  constructor(fd: number, opened: Pick<OpenedFile, 'headers' | 'detected'>, maxBytes: number) {
    this.#headers = opened.headers
    const sheet = sheetOf(opened.detected)
    this.#lines = new RejectedLines({ columns: opened.headers, ...(sheet !== null && { sheet }) }, maxBytes)
    this.#socket = new net.Socket({ fd, readable: false, writable: true })
  }

  /** Records that were not kept for lack of space. */
  get missed(): number {
    return this.#missed
  }

  add(findings: readonly Finding[], record: RejectedRecord): void {
    const bytes = this.#lines.add(findings, record)
    if (bytes === null) {
      this.#missed++
      return
    }
    this.#chunks.push(bytes)
    this.#size += bytes.length
  }

  /** A record the reader refused: named by the file's headers, cells beyond them at the end. */
  addRefused(findings: readonly Finding[], record: DataRecord): void {
    const headers = this.#headers
    if (headers === null) return this.add(findings, record)
    const known = new Set(headers)
    const cells = headers.map((name) => (Object.hasOwn(record, name) ? record[name] : ''))
    this.add(findings, [...cells, ...Object.keys(record).flatMap((name) => (known.has(name) ? [] : [record[name]]))])
  }

  /** Sends what has gathered and waits while the pipe is full. */
  async flush(atLeast = chunkBytes): Promise<void> {
    if (this.#size < atLeast || this.#size === 0) return
    this.#socket.write(Buffer.concat(this.#chunks, this.#size))
    this.#chunks = []
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
