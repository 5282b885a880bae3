import { datasetStamp } from '../../dataset/dataset-stamp.ts'
import type { AcceptedBatch, DatasetEnd } from '../../dataset/dataset.types.ts'
import { DatasetWriter } from '../../dataset/dataset-writer.ts'
import type { DetectedFormat } from '../../formats/records/file.types.ts'
import type { DatasetJob, RunnerFile, ValidateResult } from '../../protocol/messages.ts'
import { createRowPacker, type RowPacker } from '../columns/packed-rows.ts'
import { PipeChannel } from './sink-channel.ts'

/** Beyond this a function made for one shape costs more than it saves. */
const maxColumns = 512

/** Writes the dataset of a file to its pipe while the file is checked. */
export class DatasetChannel {
  readonly #job: DatasetJob
  readonly #file: RunnerFile
  readonly #pipe: PipeChannel
  readonly #writer: DatasetWriter
  readonly #packer: RowPacker
  #columns: string[] | null = null

  constructor(job: DatasetJob, file: RunnerFile) {
    this.#job = job
    this.#file = file
    this.#pipe = new PipeChannel(job.fd)
    this.#packer = createRowPacker(job.columns)
    // What is packed itself would take several times its room otherwise.
    const isPacked = file.kind === 'excel' || file.kind === 'zip'
    this.#writer = new DatasetWriter((rows) => this.#gather(rows), isPacked)
  }

  /** Records of a table all have its columns, and no others: their keys need not be looked at. */
  ofTable(columns: string[] | null): void {
    const isPlain =
      columns !== null && columns.length <= maxColumns && !columns.some((name) => name in Object.prototype)
    // Names that are whole numbers come first in a record, whatever their column.
    if (isPlain && !columns.some((name) => /^\d+$/.test(name))) this.#columns = columns
  }

  #gather(rows: readonly unknown[]): ReturnType<RowPacker['gather']> {
    return this.#columns === null ? this.#packer.gather(rows) : this.#packer.gatherTable(rows, this.#columns)
  }

  /** Waits while the pipe is full. */
  async add(batch: AcceptedBatch): Promise<void> {
    this.#put(this.#writer.add(batch))
    await this.#pipe.room()
  }

  /** @returns null where it came to be too large to be kept */
  async end(
    detected: Partial<DetectedFormat>,
    end: Pick<DatasetEnd, 'notes' | 'problem'>,
  ): Promise<ValidateResult['dataset']> {
    const { stamp: given, stampsDecimal } = this.#job
    const stamp = stampsDecimal ? datasetStamp(given, detected.decimal, this.#file.decimalGuess) : given
    this.#put(this.#writer.end({ stamp, detected, ...end }))
    await this.#pipe.end()
    return this.#isFull ? null : { bytes: this.#pipe.bytes, stamp }
  }

  /** Ends the pipe of a dataset that is not wanted: without its foot it is none. */
  giveUp(): Promise<void> {
    return this.#pipe.end()
  }

  #isFull = false

  #put(parts: readonly Uint8Array[]): void {
    for (const part of parts) {
      this.#isFull ||= this.#pipe.bytes + part.length > this.#job.maxBytes
      if (!this.#isFull) this.#pipe.put(Buffer.from(part.buffer, part.byteOffset, part.length))
    }
  }
}
