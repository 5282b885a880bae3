import type { JsonSchema, RunCounts } from '@millrace/contract'
import { FileProblem } from '../formats/file-problem.ts'
import { openFile } from '../formats/open-file.ts'
import type { OpenedFile, Rec } from '../formats/file.types.ts'
import { createRowValidator } from '../schemas/row-validator.ts'
import type { RowValidator } from '../schemas/validation.types.ts'
import { RunError } from '../sandbox/run-error.ts'
import { percent } from './percent.ts'
import { coerces, headersOf } from './file-traits.ts'
import { Breath } from './breath.ts'
import type { ImportSource, LogLine } from './messages.ts'

/**
 * Reads one source's file and gives its valid records in batches; the rejected are counted, and too many of them fail
 * the run at the end of the file (settled point 12 and the source's tolerance).
 */
export class SourceReader {
  readonly source: ImportSource
  readonly counts: RunCounts = { read: 0, rejected: 0, written: 0 }
  readonly #schemas: Record<string, JsonSchema>
  readonly #batch: number
  readonly #log: (lines: LogLine[]) => void
  /** Row numbers of rejected records, ascending; bounded, after that rows are no longer named. */
  readonly #rejectedRows: number[] = []

  constructor(
    source: ImportSource,
    schemas: Record<string, JsonSchema>,
    batch: number,
    log: (lines: LogLine[]) => void,
  ) {
    this.source = source
    this.#schemas = schemas
    this.#batch = batch
    this.#log = log
  }

  /** @throws RunError of kind input */
  async *batches(): AsyncGenerator<Rec[]> {
    const { file } = this.source
    if (file === null) return
    try {
      const opened = await openFile(file, file.kind, file.format, this.#batch)
      const validator = this.#validator(opened)
      const breath = new Breath()
      for await (const batch of opened.batches) {
        this.counts.read += batch.records.length + batch.refused.length
        for (const refused of batch.refused) this.#reject(refused.row)
        await breath.take()
        const rows = validator === null ? batch.records : this.#valid(validator, batch.records, batch.rows, batch.lines)
        this.counts.written += rows.length
        if (rows.length > 0) yield rows
      }
    } catch (problem) {
      throw problem instanceof FileProblem ? new RunError('input', `${file.name}: ${problem.message}`) : problem
    }
    this.#judge()
  }

  /** Row in the file of the nth record that was handed on; null when it cannot be told any more. */
  rowOf(record: number): number | null {
    let row = record
    for (const rejected of this.#rejectedRows.toSorted((a, b) => a - b)) {
      if (rejected > row) break
      row++
    }
    return this.#rejectedRows.length < rememberedRows ? row : null
  }

  close(): void {
    const { read, rejected } = this.counts
    if (rejected > 0) {
      const message = `${rejected} of ${read} records of ${this.source.dataSubKind} do not fit the schema and are left out`
      this.#log([{ level: 'warn', message, dataSubKind: this.source.dataSubKind }])
    }
  }

  #validator(opened: OpenedFile): RowValidator | null {
    const schema = this.source.rowSchema
    if (schema === null) return null
    return createRowValidator({
      schema,
      store: this.#schemas,
      coerce: coerces(opened.detected),
      decimal: opened.detected.decimal,
      headers: headersOf(opened),
    })
  }

  #valid(validator: RowValidator, records: Rec[], rows: number[], lines: number[]): Rec[] {
    const valid: Rec[] = []
    records.forEach((record, index) => {
      const row = rows[index] ?? 0
      if (validator.check(record, row, lines[index] ?? null) === null) valid.push(record)
      else this.#reject(row)
    })
    return valid.length === records.length ? records : valid
  }

  #reject(row: number): void {
    this.counts.rejected++
    if (this.#rejectedRows.length < rememberedRows) this.#rejectedRows.push(row)
  }

  #judge(): void {
    const { read, rejected } = this.counts
    const { dataSubKind } = this.source
    if (rejected > this.source.tolerance * read) {
      throw new RunError(
        'input',
        `${rejected} of ${read} records of ${dataSubKind} are rejected, more than the tolerance of ${percent(this.source.tolerance)}`,
      )
    }
  }
}

const rememberedRows = 100_000
