import type { JsonSchema, RunCounts } from '@millrace/contract'
import { createEncoder, needsColumns } from '../../outputs/encoder.ts'
import type { Encoder } from '../../outputs/encoding/encoder.types.ts'
import type { Rec } from '../../formats/records/file.types.ts'
import { createRowValidator } from '../../schemas/row-validator.ts'
import type { RowValidator } from '../../schemas/validation.types.ts'
import { targetText } from '../../outputs/targets/target-text.ts'
import type { ImportSink, LogLine } from '../../protocol/messages.ts'
import { type Channel, PieceChannel, PipeChannel } from './sink-channel.ts'
import { ColumnEncoder } from '../columns/column-encoder.ts'
import { type ColumnCheck, columnCheck } from '../columns/column-check.ts'
import type { PackedRows, RowPacker } from '../columns/packed-rows.ts'
import { notData, plainRecord } from '../columns/plain-data.ts'

/** Broken output records that are described one by one; then a total follows. */
export const describedRejects = 100

/** The total that stands for those beyond. */
export function restLines(sink: string, rejected: number): LogLine[] {
  const more = rejected - describedRejects
  return more > 0 ? [{ level: 'error', message: `${more} more records of ${sink} do not fit its schema` }] : []
}

/** Checks the records of one sink and writes them, as file bytes and as the text of its target (settled point 12). */
export class SinkWriter {
  readonly counts: RunCounts = { read: 0, rejected: 0, written: 0 }
  readonly #sink: ImportSink
  readonly #validator: RowValidator | null
  #encoder: Encoder | null
  readonly #file: Channel
  readonly #table: Channel | null
  /** In a shared run the pieces of this process: what frames the whole is the parent's. */
  readonly #pieces: { file: PieceChannel; table: PieceChannel | null } | null
  readonly #log: (lines: LogLine[]) => void
  readonly #packer: RowPacker
  readonly #columns: ColumnEncoder
  readonly #sendsLines: boolean
  readonly #columnCheck: ColumnCheck | null
  #before = { read: 0, rejected: 0 }

  constructor(
    sink: ImportSink,
    schemas: Record<string, JsonSchema>,
    packer: RowPacker,
    shared: boolean,
    log: (lines: LogLine[]) => void,
  ) {
    this.#sink = sink
    this.#packer = packer
    this.#sendsLines = sink.tableFd !== null && sink.targetText === 'json'
    const database = sink.targetText === 'mysql' ? 'mysql' : 'postgresql'
    this.#columns = new ColumnEncoder(packer.valuesOf, sink.columns, database)
    this.#columnCheck = columnCheck(sink.rowSchema, schemas, packer.valuesOf)
    this.#log = log
    this.#validator =
      sink.rowSchema === null ? null : createRowValidator({ schema: sink.rowSchema, store: schemas, coerce: false })
    this.#encoder = null
    const { fileFd, tableFd } = sink
    this.#pieces = shared
      ? { file: new PieceChannel(fileFd), table: tableFd === null ? null : new PieceChannel(tableFd) }
      : null
    this.#file = this.#pieces?.file ?? new PipeChannel(fileFd)
    this.#table = this.#pieces?.table ?? (tableFd === null ? null : new PipeChannel(tableFd))
    // A table without a schema takes its columns from the first record.
    if (!needsColumns(sink.format) || sink.fileColumns !== null) this.#open(sink.fileColumns ?? [])
  }

  get fileBytes(): number {
    return this.#file.bytes
  }

  get tableBytes(): number {
    return this.#table?.bytes ?? 0
  }

  /** Waits while a pipe is full. */
  async write(rows: unknown[] | PackedRows): Promise<void> {
    if (Array.isArray(rows)) return this.#writeRecords(rows)
    // Lines of JSON for a target are made of records.
    const joined = this.#sendsLines ? undefined : this.#encoder?.joined
    if (joined === undefined || this.#columnCheck === null || !this.#columnCheck(rows)) {
      return this.#writeRecords(this.#packer.unpack(rows))
    }
    this.counts.read += rows.n
    this.counts.written += rows.n
    const joint = this.#joint(joined)
    const { json, copy } = this.#columns.encode(rows, joint.before, joint.between, joint.after, this.#table !== null)
    this.#file.put(json)
    if (this.#table !== null) this.#table.put(copy)
    await this.#room()
  }

  /** The batch under way is through. @returns what it came to */
  async closePiece(): Promise<{ read: number; rejected: number }> {
    this.#pieces?.file.close()
    this.#pieces?.table?.close()
    const { read, rejected } = this.counts
    const piece = { read: read - this.#before.read, rejected: rejected - this.#before.rejected }
    this.#before = { read, rejected }
    await this.#room()
    return piece
  }

  async end(): Promise<void> {
    if (this.#pieces === null) this.#tail()
    await this.#file.end()
    await this.#table?.end()
  }

  #tail(): void {
    this.#log(restLines(this.#sink.name, this.counts.rejected))
    // Nothing came: an empty text is a CSV file, but only a sheet without rows is a workbook.
    if (this.#encoder === null && this.#sink.format === 'xlsx') this.#open([])
    if (this.#encoder !== null) this.#file.put(this.#encoder.tail())
    const leftOut = this.#encoder?.leftOut?.() ?? []
    this.#log(leftOut.map((sentence) => ({ level: 'warn', message: `${this.#sink.name}: ${sentence}` })))
  }

  async #writeRecords(records: unknown[]): Promise<void> {
    const good = this.#checked(records)
    if (good.length === 0) return
    this.counts.written += good.length
    this.#file.put(this.#encoded(this.#encoder ?? this.#open(Object.keys(good[0] ?? {})), good))
    if (this.#table !== null) this.#table.put(targetText(this.#sink.targetText, good, this.#sink.columns))
    await this.#room()
  }

  #encoded(encoder: Encoder, records: Rec[]): string | Buffer {
    if (this.#pieces === null || encoder.joined === undefined) return encoder.encode(records)
    const { before, between } = this.#joint(encoder.joined)
    return before + records.map((record) => JSON.stringify(record)).join(between)
  }

  /** How texts of records are put together; in a piece the parent adds what stands around it. */
  #joint(joined: NonNullable<Encoder['joined']>): ReturnType<NonNullable<Encoder['joined']>> {
    const joint = joined()
    if (this.#pieces === null) return joint
    return { before: this.#pieces.file.held > 0 ? joint.between : '', between: joint.between, after: '' }
  }

  async #room(): Promise<void> {
    await this.#file.room()
    await this.#table?.room()
  }

  #open(columns: string[]): Encoder {
    const encoder = createEncoder(this.#sink.format, { name: this.#sink.name, columns })
    this.#encoder = encoder
    if (this.#pieces === null) this.#file.put(encoder.head())
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
    const record = this.counts.read - this.#before.read
    const message = `Record ${record} of ${this.#sink.name} does not fit its schema: ${reason.slice(0, 1000)}`
    this.#log([{ level: 'error', message, ...(this.#pieces === null ? {} : { sink: this.#sink.name }) }])
  }
}
