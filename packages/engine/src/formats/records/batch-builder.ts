import type { Finding } from '@millrace/contract'
import { cutValue } from './cut-value.ts'
import type { Batch, ReadLimits, DataRecord } from './file.types.ts'
import { FileError } from './file-error.ts'

const emptyBatch = (): Batch => ({ records: [], rows: [], lines: [], refused: [] })

/** Values a batch may hold: records of thousands of columns are kept as tables of their own and weigh far more. */
const BATCH_VALUES = 200_000

/** Numbers the records of a file and packs them into batches of at most `size` records, refused ones included. */
export class BatchBuilder {
  private row = 0
  private batch = emptyBatch()
  private ready: Batch[] = []
  private readonly size: number
  private readonly limits: ReadLimits

  /** `columns`: how many each record has, where that is known. */
  constructor(size: number, limits: ReadLimits, columns = 1) {
    this.size = Math.max(1, Math.min(size, Math.floor(BATCH_VALUES / Math.max(1, columns))))
    this.limits = limits
  }

  /** `text`: as it stands in the file, of every record or of none. */
  add(record: DataRecord, line: number, text?: string): void {
    const { batch } = this
    batch.records.push(record)
    batch.rows.push(this.next())
    batch.lines.push(line)
    if (text !== undefined) (batch.texts ??= []).push(text)
    if (batch.records.length + batch.refused.length >= this.size) this.close()
  }

  /** A record that cannot be built, with the reasons. */
  refuse(
    record: DataRecord,
    line: number,
    ...faults: (Pick<Finding, 'column' | 'rule' | 'value' | 'message'> & { path?: string })[]
  ): void {
    const row = this.next()
    const findings = faults.map((fault) => ({ row, line, path: '', ...fault, value: cutValue(fault.value) }))
    this.batch.refused.push({ row, line, record, findings })
    if (this.batch.records.length + this.batch.refused.length >= this.size) this.close()
  }

  get isFull(): boolean {
    return this.ready.length > 0
  }

  /** Full batches so far. */
  full(): Batch[] {
    const { ready } = this
    this.ready = []
    return ready
  }

  /** Everything left, at the end of the file. */
  rest(): Batch[] {
    if (this.batch.records.length + this.batch.refused.length > 0) this.close()
    return this.full()
  }

  private close(): void {
    this.ready.push(this.batch)
    this.batch = emptyBatch()
  }

  private next(): number {
    if (++this.row > this.limits.records) {
      throw new FileError('limit', `The file has more than ${this.limits.records} records`)
    }
    return this.row
  }
}
