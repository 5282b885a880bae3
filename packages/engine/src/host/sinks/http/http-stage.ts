import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'

/** Bytes of a batch, at most; a larger record is a batch of its own. */
const batchBytes = 8 << 20
const lineBreak = 10
const comma = 44

type Batch = { at: number; bytes: number; records: number }

/**
 * Lines of JSON in a file that nobody else can open and that is gone with the process, and where in it each batch lies.
 * The batches depend on the lines and the size alone: a repeated run has the same ones.
 */
export class HttpStage {
  readonly write: Writable
  readonly #file: FileHandle
  readonly #batchSize: number
  readonly #batches: Batch[] = []
  #open: Batch = { at: 0, bytes: 0, records: 0 }
  /** Bytes of the line under way. */
  #line = 0
  #closed = false

  static async make(batchSize: number): Promise<HttpStage> {
    const folder = await mkdtemp(path.join(tmpdir(), 'millrace-batches-'))
    try {
      return new HttpStage(await open(path.join(folder, 'records'), 'wx+', 0o600), batchSize)
    } finally {
      // The open file stays until it is closed, also by the end of the process.
      await rm(folder, { recursive: true, force: true })
    }
  }

  private constructor(file: FileHandle, batchSize: number) {
    this.#file = file
    this.#batchSize = batchSize
    const store = (chunk: Buffer, done: (error?: Error | null) => void): void => {
      this.#measure(chunk)
      writeAll(file, chunk).then(() => done(), done)
    }
    this.write = new Writable({
      highWaterMark: 256 << 10,
      write: (chunk: Buffer, _encoding, done) => store(chunk, done),
      writev: (chunks, done) => store(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
      final: (done) => {
        this.#close()
        done()
      },
    })
  }

  get batches(): number {
    return this.#batches.length
  }

  records(batch: number): number {
    return this.#batches[batch]?.records ?? 0
  }

  /** The batch as a JSON list. */
  async body(batch: number): Promise<Buffer> {
    const { at, bytes } = this.#batches[batch] as Batch
    // The line break of the last record gives way to the bracket.
    const body = Buffer.allocUnsafe(bytes + 1)
    body[0] = '['.charCodeAt(0)
    for (let done = 0; done < bytes; ) {
      const { bytesRead } = await this.#file.read(body, 1 + done, bytes - done, at + done)
      if (bytesRead === 0) throw new Error('the staged records are cut short')
      done += bytesRead
    }
    body[bytes] = ']'.charCodeAt(0)
    // JSON writes line breaks inside of texts in two characters: each one here parts two records.
    for (let at = body.indexOf(lineBreak); at !== -1; at = body.indexOf(lineBreak, at + 1)) body[at] = comma
    return body
  }

  async close(): Promise<void> {
    this.write.on('error', () => undefined)
    this.write.destroy()
    if (this.#closed) return
    this.#closed = true
    await this.#file.close()
  }

  #measure(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(lineBreak); end !== -1; end = chunk.indexOf(lineBreak, from)) {
      const line = this.#line + end + 1 - from
      if (this.#open.records > 0 && this.#open.bytes + line > batchBytes) this.#close()
      this.#open.bytes += line
      this.#open.records++
      if (this.#open.records === this.#batchSize) this.#close()
      this.#line = 0
      from = end + 1
    }
    this.#line += chunk.length - from
  }

  #close(): void {
    if (this.#open.records === 0) return
    this.#batches.push(this.#open)
    this.#open = { at: this.#open.at + this.#open.bytes, bytes: 0, records: 0 }
  }
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let done = 0; done < chunk.length; ) done += (await file.write(chunk, done)).bytesWritten
}
