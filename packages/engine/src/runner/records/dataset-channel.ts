import { datasetStamp } from '../../dataset/dataset-stamp.ts'
import type { AcceptedBatch, DatasetEnd } from '../../dataset/dataset.types.ts'
import { DatasetWriter } from '../../dataset/dataset-writer.ts'
import type { DetectedFormat } from '../../formats/records/file.types.ts'
import type { DatasetJob, RunnerFile, ValidateResult } from '../../protocol/messages.ts'
import { createRowPacker, type RowPacker } from '../columns/packed-rows.ts'
import { FileChannel } from './file-channel.ts'

/** Beyond this a function made for one shape costs more than it saves. */
const maxColumns = 512

/** Writes the dataset of a file while the file is checked. */
export class DatasetChannel {
  readonly #job: DatasetJob
  readonly #file: RunnerFile
  readonly #target: FileChannel
  readonly #writer: DatasetWriter
  readonly #packer: RowPacker
  #columns: string[] | null = null

  constructor(job: DatasetJob, file: RunnerFile) {
    this.#job = job
    this.#file = file
    this.#target = new FileChannel(job.fd)
    this.#packer = createRowPacker(job.columns)
    // What is packed itself would take several times its room otherwise.
    const isPacked = file.kind === 'excel' || file.kind === 'zip'
    this.#writer = new DatasetWriter((rows) => this.#gather(rows), isPacked)
  }

  /** Records of a table all have its columns, and no others: their keys need not be looked at. */
  ofTable(all: readonly string[] | null): void {
    const { fields } = this.#job
    const columns = all?.filter((name) => fields === null || fields.includes(name)) ?? null
    const isPlain =
      columns !== null && columns.length <= maxColumns && !columns.some((name) => name in Object.prototype)
    // Names that are whole numbers come first in a record, whatever their column.
    if (isPlain && !columns.some((name) => /^\d+$/.test(name))) this.#columns = columns
  }

  #gather(rows: readonly unknown[]): ReturnType<RowPacker['gather']> {
    return this.#columns === null ? this.#packer.gather(rows) : this.#packer.gatherTable(rows, this.#columns)
  }

  /** Waits while the disk is behind. */
  async add(batch: AcceptedBatch): Promise<void> {
    this.#put(this.#writer.add(batch))
    await this.#target.room()
  }

  /** @returns null where it came to be too large to be kept; `problem`: why it could not be written */
  async end(
    detected: Partial<DetectedFormat>,
    end: Pick<DatasetEnd, 'notes' | 'problem'>,
  ): Promise<ValidateResult['dataset']> {
    const { stamp: given, stampsDecimal, fields } = this.#job
    const stamp = stampsDecimal ? datasetStamp(given, detected.decimal, this.#file.decimalGuess) : given
    this.#put(this.#writer.end({ stamp, detected, fields, ...end }))
    await this.#target.end()
    const { bytes, problem } = this.#target
    return this.#isFull ? null : { bytes, stamp, problem }
  }

  #isFull = false

  #put(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#isFull ||= this.#target.bytes + part.length > this.#job.maxBytes
      if (!this.#isFull) this.#target.put(part)
    }
  }
}
