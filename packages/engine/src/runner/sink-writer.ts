import { once } from 'node:events'
import net from 'node:net'
import type { JsonSchema, RunCounts } from '@millrace/contract'
import { createEncoder, type Encoder, needsColumns } from '../outputs/encoder.ts'
import type { Rec } from '../formats/file.types.ts'
import { createRowValidator } from '../schemas/row-validator.ts'
import type { RowValidator } from '../schemas/validation.types.ts'
import { targetText } from '../sinks/target-text.ts'
import type { ImportSink, LogLine } from './messages.ts'
import { ColumnEncoder } from './column-encoder.ts'
import { type ColumnCheck, columnCheck } from './column-check.ts'
import type { PackedRows, RowPacker } from './packed-rows.ts'
import { notData, plainRecord } from './plain-data.ts'

/** Broken output records that are described one by one; then a total follows. */
const describedRejects = 100

/** Checks the records of one sink and writes them, as file bytes and as the text of its target (settled point 12). */
export class SinkWriter {
  readonly counts: RunCounts = { read: 0, rejected: 0, written: 0 }
  fileBytes = 0
  tableBytes = 0
  readonly #sink: ImportSink
  readonly #validator: RowValidator | null
  #encoder: Encoder | null
  readonly #file: net.Socket
  readonly #table: net.Socket | null
  readonly #log: (lines: LogLine[]) => void
  readonly #packer: RowPacker
  readonly #columns: ColumnEncoder
  readonly #columnCheck: ColumnCheck | null

  constructor(
    sink: ImportSink,
    schemas: Record<string, JsonSchema>,
    packer: RowPacker,
    log: (lines: LogLine[]) => void,
  ) {
    this.#sink = sink
    this.#packer = packer
    this.#columns = new ColumnEncoder(packer.valuesOf, sink.columns)
    this.#columnCheck = columnCheck(sink.rowSchema, schemas, packer.valuesOf)
    this.#log = log
    this.#validator =
      sink.rowSchema === null ? null : createRowValidator({ schema: sink.rowSchema, store: schemas, coerce: false })
    this.#encoder = null
    this.#file = new net.Socket({ fd: sink.fileFd, readable: false, writable: true })
    this.#table = sink.tableFd === null ? null : new net.Socket({ fd: sink.tableFd, readable: false, writable: true })
    // A table without a schema takes its columns from the first record.
    if (!needsColumns(sink.format) || sink.fileColumns !== null) this.#open(sink.fileColumns ?? [])
  }

  /** Waits while a pipe is full. */
  async write(rows: unknown[] | PackedRows): Promise<void> {
    if (Array.isArray(rows)) return this.#writeRecords(rows)
    // By columns there is COPY text alone.
    const otherText = this.#table !== null && this.#sink.targetText !== 'postgresql'
    const joined = otherText ? undefined : this.#encoder?.joined
    if (joined === undefined || this.#columnCheck === null || !this.#columnCheck(rows)) {
      return this.#writeRecords(this.#packer.unpack(rows))
    }
    this.counts.read += rows.n
    this.counts.written += rows.n
    const { before, between, after } = joined()
    const { json, copy } = this.#columns.encode(rows, before, between, after, this.#table !== null)
    this.fileBytes += this.#put(this.#file, json)
    if (this.#table !== null) this.tableBytes += this.#put(this.#table, copy)
    await this.#room(this.#file)
    if (this.#table !== null) await this.#room(this.#table)
  }

  async #writeRecords(records: unknown[]): Promise<void> {
    const good = this.#checked(records)
    if (good.length === 0) return
    this.counts.written += good.length
    const encoder = this.#encoder ?? this.#open(Object.keys(good[0] ?? {}))
    this.fileBytes += this.#put(this.#file, encoder.encode(good))
    if (this.#table !== null) {
      this.tableBytes += this.#put(this.#table, targetText(this.#sink.targetText, good, this.#sink.columns))
    }
    await this.#room(this.#file)
    if (this.#table !== null) await this.#room(this.#table)
  }

  async end(): Promise<void> {
    const more = this.counts.rejected - describedRejects
    if (more > 0) {
      this.#log([{ level: 'error', message: `${more} more records of ${this.#sink.name} do not fit its schema` }])
    }
    // Nothing came: an empty text is a CSV file, but only a sheet without rows is a workbook.
    if (this.#encoder === null && this.#sink.format === 'xlsx') this.#open([])
    if (this.#encoder !== null) this.fileBytes += this.#put(this.#file, this.#encoder.tail())
    const leftOut = this.#encoder?.leftOut?.() ?? []
    this.#log(leftOut.map((sentence) => ({ level: 'warn', message: `${this.#sink.name}: ${sentence}` })))
    await ended(this.#file)
    if (this.#table !== null) await ended(this.#table)
  }

  #open(columns: string[]): Encoder {
    const encoder = createEncoder(this.#sink.format, { name: this.#sink.name, columns })
    this.#encoder = encoder
    this.fileBytes += this.#put(this.#file, encoder.head())
    return encoder
  }

  #checked(records: unknown[]): Rec[] {
    const good: Rec[] = []
    for (const value of records) {
      this.counts.read++
      const record = plainRecord(value)
      const reason = record === null ? notData(value) : this.#reason(record)
      if (record !== null && reason === null) good.push(record)
      else this.#reject(reason ?? '')
    }
    return good
  }

  #reason(record: Rec): string | null {
    const findings = this.#validator?.check(record, this.counts.read, null) ?? null
    return findings === null ? null : findings.map((finding) => finding.message).join('; ')
  }

  #reject(reason: string): void {
    if (this.counts.rejected++ >= describedRejects) return
    const message = `Record ${this.counts.read} of ${this.#sink.name} does not fit its schema: ${reason.slice(0, 1000)}`
    this.#log([{ level: 'error', message }])
  }

  #put(socket: net.Socket, piece: string | Buffer): number {
    if (piece.length === 0) return 0
    // As bytes: writing the text itself is slower, and its length would have to be counted apart.
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    socket.write(bytes)
    return bytes.length
  }

  async #room(socket: net.Socket): Promise<void> {
    if (socket.writableNeedDrain) await once(socket, 'drain')
  }
}

const ended = (socket: net.Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.end(() => resolve())
  })
