import type { FilePreview, Finding, PreviewRow } from '@millrace/contract'
import { maxPreviewColumns, maxPreviewFindings } from '@millrace/contract/uploads/preview.rule'
import { cutValue } from '../../formats/records/cut-value.ts'
import { FileError } from '../../formats/records/file-error.ts'
import {
  type Batch,
  type DataRecord,
  DEFAULT_READ_LIMITS,
  type OpenedFile,
  READ_ALL,
  type RefusedRecord,
} from '../../formats/records/file.types.ts'
import { openFile } from '../../formats/open-file.ts'
import { rawRecordOf } from '../../formats/records/raw-record.ts'
import type { PreviewJob, PreviewResult } from '../../protocol/messages.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { FindingCollector } from '../../schemas/finding-collector.ts'
import { findMissingColumns } from '../../schemas/header-check.ts'
import { expectedFields } from '../../schemas/expected-fields.ts'
import { skipGrammarChecks } from '../../schemas/schema-grammar.ts'
import { notesOfUnknownColumns } from '../../schemas/unknown-columns.ts'
import { SchemaError } from '../../schemas/schema-error.ts'
import type { RowValidator } from '../../schemas/validation.types.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import { withDecimalMark } from '../records/decimal-mark.ts'
import { validatorOf } from '../records/file-traits.ts'
import { boundedFinding } from './bounded-finding.ts'

/** The first records of a file as read and as the schema takes them, with what it finds in a bounded part of the file. */
export async function runPreviewJob(job: PreviewJob, limits: RunnerLimits): Promise<PreviewResult> {
  if (job.areSchemas) skipGrammarChecks()
  const preview = new Preview(job)
  let problem: string | null = null
  try {
    problem = await preview.read(limits)
  } catch (cause) {
    if (!(cause instanceof FileError) && !(cause instanceof SchemaError)) throw cause
    problem = cause.message
  }
  return { mode: 'preview', ...preview.shown(problem) }
}

type SeenRow = Omit<PreviewRow, 'read' | 'coerced'> & { read: DataRecord; coerced: DataRecord | null }

class Preview {
  readonly #job: PreviewJob
  readonly #counts = { records: 0, valid: 0, rejected: 0 }
  readonly #collector = new FindingCollector()
  readonly #rows: SeenRow[] = []
  #opened: OpenedFile | null = null
  #decimal: Pick<FilePreview['detected'], 'decimal' | 'decimalConfidence'> = {}
  #notes: FilePreview['notes'] = []
  #complete = false

  constructor(job: PreviewJob) {
    this.#job = job
  }

  /** @returns what is wrong with the file as a whole, or null */
  async read(limits: RunnerLimits): Promise<string | null> {
    const { file, maxRecords, rowSchema, schemas } = this.#job
    const wanted = { ...READ_ALL, expected: expectedFields(rowSchema, schemas) }
    const open = () => openFile(file, file.kind, file.format, limits.batch, DEFAULT_READ_LIMITS, wanted)
    const opened = await open()
    this.#opened = opened
    opened.notes.push(...notesOfUnknownColumns(opened, wanted.expected))
    const validator = validatorOf(opened, file, rowSchema, schemas)
    const unusable = validator === null ? null : findMissingColumns(opened, validator)
    const yielder = new EventLoopYielder()
    const batches = withDecimalMark(opened.batches, {
      format: file.format,
      guess: file.decimalGuess,
      numbers: validator?.numbers ?? null,
      reread: async () => (await open()).batches,
      found: ({ decimal, confidence, note }) => {
        this.#decimal = { decimal, decimalConfidence: confidence }
        this.#notes.push(note)
      },
    })
    for await (const batch of batches) {
      await yielder.yieldIfDue()
      this.#take(batch, opened, validator)
      if (this.#counts.records >= maxRecords) return unusable?.message ?? null
    }
    this.#complete = true
    if (unusable !== null) return unusable.message
    return this.#counts.records === 0 ? 'The file holds no records' : null
  }

  shown(problem: string | null): FilePreview {
    const names = this.#columns()
    const columns = names.slice(0, maxPreviewColumns)
    const cells = (record: DataRecord, textOf: (value: unknown) => unknown) =>
      columns.map(({ property }) => {
        const value = Object.hasOwn(record, property) ? record[property] : undefined
        return value === undefined ? null : cutValue(textOf(value))
      })
    return {
      problem,
      detected: { ...this.#opened?.detected, ...this.#decimal },
      columns: columns.map(({ header, property }) => ({ header: cutValue(header), property })),
      moreColumns: names.length - columns.length,
      rows: this.#rows.map(({ read, coerced, ...row }) => ({
        ...row,
        read: cells(read, (value) => value),
        coerced: coerced === null ? [] : cells(coerced, JSON.stringify),
      })),
      counts: this.#counts,
      complete: this.#complete,
      groups: this.#collector.groups(),
      notes: [...(this.#opened?.notes ?? []), ...this.#notes],
    }
  }

  /** What has no columns of its own has those of the records that are shown. */
  #columns(): { header: string; property: string }[] {
    const { columns, headers } = this.#opened ?? {}
    if (columns) return columns.map((property, index) => ({ header: headers?.[index] ?? property, property }))
    const names = new Set(this.#rows.flatMap(({ read, coerced }) => Object.keys({ ...read, ...coerced })))
    return [...names].map((property) => ({ header: this.#opened?.renamed?.get(property) ?? property, property }))
  }

  #take(batch: Batch, opened: OpenedFile, validator: RowValidator | null): void {
    // Without columns coercion changes nested values in place, too.
    const copyOf =
      opened.columns === null ? rawRecordOf({ columns: null }, true) : (record: DataRecord) => ({ ...record })
    const refused = batch.refused.slice()
    batch.records.forEach((record, index) => {
      const row = batch.rows[index] ?? 0
      while ((refused[0]?.row ?? Number.POSITIVE_INFINITY) < row) this.#refuse(refused.shift(), opened)
      const line = batch.lines[index] || null
      const isShown = this.#rows.length < this.#job.shownRows
      const read = isShown ? (copyOf(record) as DataRecord) : {}
      const findings = this.#found(validator?.check(record, row, line) ?? [])
      this.#counts[findings.length === 0 ? 'valid' : 'rejected']++
      if (isShown) this.#rows.push({ row, line, read, coerced: record, findings })
    })
    for (const one of refused) this.#refuse(one, opened)
    this.#counts.records += batch.records.length + batch.refused.length
  }

  #refuse(refused: RefusedRecord | undefined, opened: OpenedFile): void {
    if (refused === undefined) return
    const { row, line, record } = refused
    const findings = this.#found(refused.findings)
    this.#counts.rejected++
    if (this.#rows.length >= this.#job.shownRows) return
    this.#rows.push({ row, line, read: byProperty(record, opened), coerced: null, findings })
  }

  #found(findings: Finding[]): Finding[] {
    const bounded = findings.map(boundedFinding)
    this.#collector.add(bounded)
    return bounded.slice(0, maxPreviewFindings)
  }
}

/** A record under the file's own headers as one under its properties. */
function byProperty(record: DataRecord, { columns, headers }: OpenedFile): DataRecord {
  if (columns === null || headers === null) return record
  return Object.fromEntries(
    columns.flatMap((property, index) => {
      const header = headers[index] ?? property
      return Object.hasOwn(record, header) ? [[property, record[header]]] : []
    }),
  )
}
