import type { JsonSchema, RunCounts } from '@millrace/contract'
import { createEncoder, needsColumns } from '../../outputs/encoder.ts'
import type { Encoder } from '../../outputs/encoding/encoder.types.ts'
import type { DataRecord } from '../../formats/records/file.types.ts'
import { assertSchema } from '../../schemas/compile-schema.ts'
import { createRowValidator } from '../../schemas/row-validator.ts'
import { SchemaSet } from '../../schemas/schema-set.ts'
import type { RowValidator } from '../../schemas/validation.types.ts'
import { toTargetText } from '../../outputs/targets/target-text.ts'
import type { ImportSink, LogLine } from '../../protocol/messages.ts'
import { PipeChannel } from './sink-channel.ts'
import { ColumnEncoder } from '../columns/column-encoder.ts'
import { type ColumnCheck, createColumnCheck } from '../columns/column-check.ts'
import type { PackedRows, RowPacker } from '../columns/packed-rows.ts'
import { describeNotPlainData, toPlainRecord } from '../columns/plain-data.ts'

/** Broken output records that are described one by one; then a total follows. */
const maxDescribedRejects = 100
const maxReasonLength = 1000

/**
 * Checks the records of one sink, logs and counts those that break its schema or that its format cannot hold, and writes
 * the others, as file bytes and as the text of its target.
 */
export class SinkWriter {
  readonly counts: RunCounts = { read: 0, rejected: 0, written: 0 }
  readonly #sink: ImportSink
  readonly #schemas: Record<string, JsonSchema>
  #validator: RowValidator | null = null
  #encoder: Encoder | null
  readonly #file: PipeChannel
  readonly #table: PipeChannel | null
  readonly #log: (lines: LogLine[]) => void
  readonly #packer: RowPacker
  readonly #columns: ColumnEncoder
  readonly #sendsLines: boolean
  readonly #columnCheck: ColumnCheck | null

  constructor(
    sink: ImportSink,
    schemas: Record<string, JsonSchema>,
    packer: RowPacker,
    log: (lines: LogLine[]) => void,
  ) {
    this.#sink = sink
    this.#packer = packer
    this.#sendsLines = sink.tableFd !== null && sink.targetText === 'json'
    const database = sink.targetText === 'mysql' ? 'mysql' : 'postgresql'
    this.#columns = new ColumnEncoder(packer.valuesOf, sink.columns, database)
    this.#columnCheck = createColumnCheck(sink.rowSchema, schemas, packer.valuesOf)
    this.#log = log
    this.#schemas = schemas
    // Where columns tell that all fits, nothing is compiled to say what does not.
    if (sink.rowSchema !== null) assertSchema(new SchemaSet(sink.rowSchema, schemas))
    this.#encoder = null
    this.#file = new PipeChannel(sink.fileFd)
    this.#table = sink.tableFd === null ? null : new PipeChannel(sink.tableFd)
    // A table without a schema takes its columns from the first record.
    if (!needsColumns(sink.format) || sink.fileColumns !== null) this.#open(sink.fileColumns ?? [])
  }

  get fileBytes(): number {
    return this.#file.bytes
  }

  get tableBytes(): number {
    return this.#table?.bytes ?? 0
  }

  /** Compiles what the first records will need, while they are still made. */
  prepare(): void {
    if (this.#joined === undefined || this.#columnCheck === null) this.#rowValidator()
    else this.#columnCheck.prepare()
  }

  /** How the file's records are joined where they can be written column by column. Lines of JSON for a target are made of records. */
  get #joined(): Encoder['joined'] {
    return this.#sendsLines ? undefined : this.#encoder?.joined
  }

  /** Waits while a pipe is full. */
  async write(rows: unknown[] | PackedRows): Promise<void> {
    if (Array.isArray(rows)) return this.#writeRecords(rows)
    const joined = this.#joined
    if (joined === undefined || this.#columnCheck === null || !this.#columnCheck(rows)) {
      return this.#writeRecords(this.#packer.unpack(rows))
    }
    this.counts.read += rows.n
    this.counts.written += rows.n
    const joint = joined()
    const { json, copy } = this.#columns.encode(rows, joint.before, joint.between, joint.after, this.#table !== null)
    this.#file.put(json)
    if (this.#table !== null) this.#table.put(copy)
    await this.#room()
  }

  async end(): Promise<void> {
    this.#tail()
    await this.#file.end()
    await this.#table?.end()
  }

  #tail(): void {
    const more = this.counts.rejected - maxDescribedRejects
    if (more > 0) this.#log([{ level: 'error', message: `${more} more records of ${this.#sink.name} are rejected` }])
    // Nothing came: an empty text is a CSV file, but only a sheet without rows is a workbook.
    if (this.#encoder === null && this.#sink.format === 'xlsx') this.#open([])
    if (this.#encoder !== null) this.#file.put(this.#encoder.tail())
    const leftOut = this.#encoder?.leftOut?.() ?? []
    this.#log(leftOut.map((sentence) => ({ level: 'warn', message: `${this.#sink.name}: ${sentence}` })))
  }

  async #writeRecords(records: unknown[]): Promise<void> {
    const { good, numbers } = this.#checked(records)
    if (good.length === 0) return
    const encoder = this.#encoder ?? this.#open(Object.keys(good[0] ?? {}))
    const refused = new Set<number>()
    const bytes = encoder.encode(good, (index, reason) => {
      refused.add(index)
      this.#reject(numbers[index] ?? 0, `cannot be written as ${this.#sink.format}: ${reason}`)
    })
    this.#file.put(bytes)
    const written = refused.size === 0 ? good : good.filter((_, index) => !refused.has(index))
    this.counts.written += written.length
    if (this.#table !== null) this.#table.put(toTargetText(this.#sink.targetText, written, this.#sink.columns))
    await this.#room()
  }

  async #room(): Promise<void> {
    await this.#file.room()
    await this.#table?.room()
  }

  #open(columns: string[]): Encoder {
    const { format, name, byteOrderMark } = this.#sink
    const encoder = createEncoder(format, { name, columns, byteOrderMark })
    this.#encoder = encoder
    this.#file.put(encoder.head())
    return encoder
  }

  /** Those that fit the schema, and which of all records each is. */
  #checked(records: unknown[]): { good: DataRecord[]; numbers: number[] } {
    const good: DataRecord[] = []
    const numbers: number[] = []
    for (const value of records) {
      this.counts.read++
      const record = toPlainRecord(value)
      const reason = record === null ? describeNotPlainData(value) : this.#reason(record)
      if (record !== null && reason === null) {
        good.push(record)
        numbers.push(this.counts.read)
      } else this.#reject(this.counts.read, `does not fit its schema: ${reason ?? ''}`)
    }
    return { good, numbers }
  }

  #rowValidator(): RowValidator | null {
    const { rowSchema } = this.#sink
    if (rowSchema === null) return null
    return (this.#validator ??= createRowValidator({ schema: rowSchema, store: this.#schemas, coerce: false }))
  }

  #reason(record: DataRecord): string | null {
    const findings = this.#rowValidator()?.check(record, this.counts.read, null) ?? null
    return findings === null ? null : findings.map((finding) => finding.message).join('; ')
  }

  #reject(record: number, reason: string): void {
    if (this.counts.rejected++ >= maxDescribedRejects) return
    const message = `Record ${record} of ${this.#sink.name} ${reason}`
    this.#log([{ level: 'error', message: message.slice(0, maxReasonLength) }])
  }
}
