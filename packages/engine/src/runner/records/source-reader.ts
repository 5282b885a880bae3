import type { RunCounts } from '@millrace/contract'
import { DatasetError } from '../../dataset/dataset-error.ts'
import { DatasetReader } from '../../dataset/dataset-reader.ts'
import type { DatasetCounts } from '../../dataset/dataset.types.ts'
import type { PackedRows } from '../../dataset/packed.types.ts'
import type { ReadNote } from '../../formats/records/file.types.ts'
import { RunError } from '../../runs/run-error.ts'
import { percent } from '../../runs/percent.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import { sheetOf } from './file-traits.ts'
import type { ImportSource, LogLine } from '../../protocol/messages.ts'

/** Valid records of one batch of the file; `number` counts the batches of the file, from 0. */
export type SourceBatch = { number: number; rows: PackedRows | unknown[] }

/** Gives the valid records of one source's file in the batches in which they were checked, out of its dataset. */
export class SourceReader {
  readonly source: ImportSource
  readonly counts: RunCounts = { read: 0, rejected: 0, written: 0 }
  readonly #log: (lines: LogLine[]) => void
  #dataset: DatasetReader | null = null

  constructor(source: ImportSource, log: (lines: LogLine[]) => void) {
    this.source = source
    this.#log = log
  }

  /** Looks at the whole before anything is read: too many rejected records fail the run. @throws RunError of kind input */
  open(): void {
    const { dataset, name } = this.source
    if (dataset === null) return
    const { index } = (this.#dataset = this.#whole(() => new DatasetReader(dataset)))
    // A share of rejected records is judged of whole files only.
    if (index.counts.accepted >= (this.source.maxRecords ?? Number.POSITIVE_INFINITY)) return
    if (index.problem !== null) throw new RunError('input', `${name}: ${index.problem}`)
    this.#judge(index.counts)
  }

  /** The records of the file, known from the moment it is open; undefined where not all of it is read. */
  get total(): number | undefined {
    return this.source.maxRecords === undefined ? this.#dataset?.index.counts.read : undefined
  }

  /** @throws RunError of kind input */
  async *batches(): AsyncGenerator<SourceBatch> {
    const { fields, maxRecords } = this.source
    if (this.#dataset === null) return
    for (const note of this.#dataset.index.notes) this.#tell(note)
    const yielder = new EventLoopYielder()
    const batches = this.#dataset.batches(fields, maxRecords)
    for (let number = 0; ; number++) {
      const { done, value } = this.#whole(() => batches.next())
      if (done) return
      await yielder.yieldIfDue()
      this.counts.read += value.read
      this.counts.rejected += value.rejected
      this.counts.written += value.accepted
      yield { number, rows: value.rows }
    }
  }

  /** Where the nth record that was handed on stands in the file; null when it cannot be told. */
  placeOf(record: number): { row: number; line: number; sheet: string | null } | null {
    if (this.#dataset === null) return null
    try {
      const place = this.#dataset.placeOf(record)
      return place && { ...place, sheet: sheetOf(this.#dataset.index.detected) }
    } catch (problem) {
      // The place is told beside another problem, which is what counts.
      if (problem instanceof DatasetError) return null
      throw problem
    }
  }

  /** Says in the log how many records were left out. */
  close(): void {
    const { read, rejected } = this.counts
    if (rejected === 0) return
    const { dataSubKind } = this.source
    const message = `${rejected} of ${read} records of ${dataSubKind} do not fit the schema and are left out`
    this.#log([{ level: 'warn', message, dataSubKind }])
  }

  #tell({ level, message }: ReadNote): void {
    this.#log([{ level, message, dataSubKind: this.source.dataSubKind }])
  }

  #judge({ read, rejected }: DatasetCounts): void {
    const { dataSubKind, tolerance } = this.source
    if (rejected <= tolerance * read) return
    const problem = `${rejected} of ${read} records of ${dataSubKind} are rejected, more than the tolerance of ${percent(tolerance)}`
    throw new RunError('input', problem)
  }

  /** The dataset was whole when the run began. */
  #whole<T>(read: () => T): T {
    try {
      return read()
    } catch (problem) {
      if (!(problem instanceof DatasetError)) throw problem
      const { name } = this.source
      throw new RunError('input', `${name}: its checked records were damaged meanwhile; start the import again`)
    }
  }
}
