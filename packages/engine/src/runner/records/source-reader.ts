import type { JsonSchema, RunCounts } from '@millrace/contract'
import { FileError } from '../../formats/records/file-error.ts'
import { openFile } from '../../formats/open-file.ts'
import { DEFAULT_READ_LIMITS, type DataRecord, type ReadNote } from '../../formats/records/file.types.ts'
import { expectedFields } from '../../schemas/expected-fields.ts'
import type { RowValidator } from '../../schemas/validation.types.ts'
import { RunError } from '../../runs/run-error.ts'
import { percent } from '../../runs/percent.ts'
import { withDecimalMark } from './decimal-mark.ts'
import { validatorOf } from './file-traits.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import { flatRoot } from '../columns/column-check.ts'
import type { ImportSource, LogLine } from '../../protocol/messages.ts'

/** Valid records of one batch of the file; `number` counts the batches of the file, from 0. */
export type SourceBatch = { number: number; rows: DataRecord[] }

/** What a reader must make of each record: what the program reads and the schema looks at; null = everything. */
export function fieldsToRead(
  { fields, rowSchema }: Pick<ImportSource, 'fields' | 'rowSchema'>,
  schemas: Record<string, JsonSchema>,
): ReadonlySet<string> | null {
  if (fields === null || rowSchema === null) return fields && new Set(fields)
  const root = flatRoot(rowSchema, schemas)
  // Of a closed schema, each name matters.
  if (root === null || root.additionalProperties === false) return null
  const { properties = {}, required = [] } = root
  return new Set([...fields, ...Object.keys(properties as object), ...(required as string[])])
}

/**
 * Reads one source's file and gives its valid records in batches; the rejected are counted, and too many of them fail
 * the run at the end of the file, by the source's tolerance.
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
  async *batches(): AsyncGenerator<SourceBatch> {
    const { file, rowSchema } = this.source
    if (file === null) return
    try {
      const wanted = {
        ...{ fields: fieldsToRead(this.source, this.#schemas), texts: false },
        expected: expectedFields(rowSchema, this.#schemas),
      }
      const open = () => openFile(file, file.kind, file.format, this.#batch, DEFAULT_READ_LIMITS, wanted)
      const opened = await open()
      const validator = validatorOf(opened, file, rowSchema, this.#schemas)
      const yielder = new EventLoopYielder()
      let number = 0
      const batches = withDecimalMark(opened.batches, {
        format: file.format,
        guess: file.decimalGuess,
        numbers: validator?.numbers ?? null,
        reread: async () => (await open()).batches,
        found: ({ note }) => this.#warn(note),
      })
      for await (const batch of batches) {
        this.counts.read += batch.records.length + batch.refused.length
        for (const refused of batch.refused) this.#reject(refused.row)
        await yielder.yieldIfDue()
        const rows = validator === null ? batch.records : this.#valid(validator, batch.records, batch.rows, batch.lines)
        const room = (this.source.maxRecords ?? Number.POSITIVE_INFINITY) - this.counts.written
        this.counts.written += Math.min(rows.length, room)
        yield { number: number++, rows: rows.length > room ? rows.slice(0, room) : rows }
        // A share of rejected records is judged of whole files only.
        if (rows.length >= room) return
      }
    } catch (problem) {
      throw problem instanceof FileError ? new RunError('input', `${file.name}: ${problem.message}`) : problem
    }
    this.#judge()
  }

  /** Row in the file of the nth record that was handed on; null when it cannot be told any more. */
  rowOf(record: number): number | null {
    if (record < 1 || this.#rejectedRows.length >= rememberedRows) return null
    let row = record
    for (const rejected of this.#rejectedRows.toSorted((a, b) => a - b)) {
      if (rejected > row) break
      row++
    }
    return row
  }

  /** Says in the log how many records were left out. */
  close(): void {
    const { read, rejected } = this.counts
    if (rejected === 0) return
    const { dataSubKind } = this.source
    const message = `${rejected} of ${read} records of ${dataSubKind} do not fit the schema and are left out`
    this.#log([{ level: 'warn', message, dataSubKind }])
  }

  /** How the file is read was told when it was checked; what was unsure then is told again. */
  #warn({ level, message }: ReadNote): void {
    if (level === 'warn') this.#log([{ level, message, dataSubKind: this.source.dataSubKind }])
  }

  #judge(): void {
    const { read, rejected } = this.counts
    const { dataSubKind, tolerance } = this.source
    if (rejected <= tolerance * read) return
    const problem = `${rejected} of ${read} records of ${dataSubKind} are rejected, more than the tolerance of ${percent(tolerance)}`
    throw new RunError('input', problem)
  }

  #valid(validator: RowValidator, records: DataRecord[], rows: number[], lines: number[]): DataRecord[] {
    const valid: DataRecord[] = []
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
}

const rememberedRows = 100_000
