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
  /** Where the record before starts. */
  private lastLine = 0
  /** Whether that is a line of several records. */
  private isShared = false
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
    batch.lines.push(this.ownLine(line))
    if (text !== undefined) (batch.texts ??= []).push(text)
    if (batch.records.length + batch.refused.length >= this.size) this.close()
  }

  /** A record that cannot be built, with the reasons. */
  refuse(
    record: DataRecord,
    start: number,
    ...faults: (Pick<Finding, 'column' | 'rule' | 'value' | 'message'> & { path?: string })[]
  ): void {
    const row = this.next()
    const line = this.ownLine(start) || null
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

  /**
   * The line, or 0 when the record before has it, too: in a file of one line it would be told of every record. A record
   * that has been handed on before keeps its line.
   */
  private ownLine(line: number): number {
    if (line !== this.lastLine) {
      this.isShared = false
      return (this.lastLine = line)
    }
    if (!this.isShared) this.forgetLine(line)
    this.isShared = true
    return 0
  }

  /** Takes the line from the record before, which was the first on it. */
  private forgetLine(line: number): void {
    const { lines, refused } = this.batch.records.length + this.batch.refused.length > 0 ? this.batch : this.lastReady
    if (lines.at(-1) === line) lines[lines.length - 1] = 0
    const before = refused.at(-1)
    if (before?.line !== line) return
    before.line = null
    for (const finding of before.findings) finding.line = null
  }

  private get lastReady(): Batch {
    return this.ready.at(-1) ?? emptyBatch()
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
