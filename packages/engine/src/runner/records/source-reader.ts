import type { JsonSchema, RunCounts } from '@millrace/contract'
import { FileProblem } from '../../formats/records/file-problem.ts'
import { openFile } from '../../formats/open-file.ts'
import { DEFAULT_READ_LIMITS, type OpenedFile, type Rec } from '../../formats/records/file.types.ts'
import { createRowValidator } from '../../schemas/row-validator.ts'
import type { RowValidator } from '../../schemas/validation.types.ts'
import { RunError } from '../../runs/run-error.ts'
import { percent } from '../../runs/percent.ts'
import { coerces, headersOf } from './file-traits.ts'
import { Breath } from '../link/breath.ts'
import { flatRoot } from '../columns/column-check.ts'
import type { ImportSource, LogLine, RunShare } from '../../protocol/messages.ts'

/** Valid records of one batch of the file; `piece` is the batch's number, from 0. */
export type SourceBatch = { piece: number; rows: Rec[] }

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

/** The sentence for a source of which too much is rejected; null within its tolerance. */
export function toleranceProblem(source: Pick<ImportSource, 'dataSubKind' | 'tolerance'>, counts: RunCounts) {
  const { read, rejected } = counts
  if (rejected <= source.tolerance * read) return null
  return `${rejected} of ${read} records of ${source.dataSubKind} are rejected, more than the tolerance of ${percent(source.tolerance)}`
}

/** What the log says of records that were left out. */
export function rejectedLines(dataSubKind: string, { read, rejected }: RunCounts): LogLine[] {
  if (rejected === 0) return []
  const message = `${rejected} of ${read} records of ${dataSubKind} do not fit the schema and are left out`
  return [{ level: 'warn', message, dataSubKind }]
}

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
  readonly #share: RunShare | null
  /** Where the pieces of this process begin: handed on before, rows of the file before. One piece where it has all. */
  readonly #pieces: { handed: number; row: number; rejected: number }[] = []

  constructor(
    source: ImportSource,
    schemas: Record<string, JsonSchema>,
    batch: number,
    share: RunShare | null,
    log: (lines: LogLine[]) => void,
  ) {
    this.#share = share
    this.source = source
    this.#schemas = schemas
    this.#batch = batch
    this.#log = log
  }

  /** @throws RunError of kind input */
  async *batches(): AsyncGenerator<SourceBatch> {
    const { file } = this.source
    if (file === null) return
    try {
      const wanted = { fields: fieldsToRead(this.source, this.#schemas), texts: false }
      const opened = await openFile(file, file.kind, file.format, this.#batch, DEFAULT_READ_LIMITS, wanted)
      const validator = this.#validator(opened)
      const breath = new Breath()
      let piece = -1
      let row = 0
      for await (const batch of opened.batches) {
        piece++
        const first = row
        row += batch.records.length + batch.refused.length
        if (this.#share !== null && piece % this.#share.of !== this.#share.index) {
          await breath.take()
          continue
        }
        if (piece === 0 || this.#share !== null) {
          this.#pieces.push({ handed: this.counts.written, row: first, rejected: this.#rejectedRows.length })
        }
        this.counts.read += batch.records.length + batch.refused.length
        for (const refused of batch.refused) this.#reject(refused.row)
        await breath.take()
        const rows = validator === null ? batch.records : this.#valid(validator, batch.records, batch.rows, batch.lines)
        this.counts.written += rows.length
        yield { piece, rows }
      }
    } catch (problem) {
      throw problem instanceof FileProblem ? new RunError('input', `${file.name}: ${problem.message}`) : problem
    }
    // The whole of a shared run is judged by the parent.
    if (this.#share !== null) return
    const problem = toleranceProblem(this.source, this.counts)
    if (problem !== null) throw new RunError('input', problem)
  }

  /** Row in the file of the nth record that was handed on; null when it cannot be told any more. */
  rowOf(record: number): number | null {
    const piece = this.#pieces.findLast(({ handed }) => handed < record)
    if (piece === undefined || this.#rejectedRows.length >= rememberedRows) return null
    let row = piece.row + record - piece.handed
    for (const rejected of this.#rejectedRows.slice(piece.rejected).toSorted((a, b) => a - b)) {
      if (rejected > row) break
      row++
    }
    return row
  }

  close(): void {
    this.#log(rejectedLines(this.source.dataSubKind, this.counts))
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
}

const rememberedRows = 100_000
