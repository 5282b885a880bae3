import type { Finding } from '@millrace/contract'
import type { AcceptedBatch } from '../../dataset/dataset.types.ts'
import { FileError } from '../../formats/records/file-error.ts'
import {
  type Batch,
  type DataRecord,
  DEFAULT_READ_LIMITS,
  type DetectedFormat,
  type RefusedRecord,
} from '../../formats/records/file.types.ts'
import { openFile } from '../../formats/open-file.ts'
import { rawRecordOf } from '../../formats/records/raw-record.ts'
import type { RejectedSummary } from '../../outputs/rejected/rejected-file.ts'
import { FindingCollector } from '../../schemas/finding-collector.ts'
import { findMissingColumns } from '../../schemas/header-check.ts'
import { expectedFields } from '../../schemas/expected-fields.ts'
import { fieldsToCheck } from '../../schemas/fields-to-check.ts'
import { skipGrammarChecks } from '../../schemas/schema-grammar.ts'
import { notesOfUnknownColumns } from '../../schemas/unknown-columns.ts'
import { SchemaError } from '../../schemas/schema-error.ts'
import { UnseenCharacters } from '../../schemas/unseen-characters.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { type CodePlace, unknownPlace } from '../../runs/run-error.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import { headersOf, needsCoercion, sheetOf, validatorOf } from '../records/file-traits.ts'
import type { ValidateJob, ValidateResult } from '../../protocol/messages.ts'
import type { ParentLink } from '../link/parent-link.ts'
import type { Heartbeat } from '../link/heartbeat.ts'
import { type FoundDecimal, withDecimalMark } from '../records/decimal-mark.ts'
import { boundedFinding } from './bounded-finding.ts'
import { RejectedWriter } from '../records/rejected-writer.ts'
import { DatasetChannel } from '../records/dataset-channel.ts'

/** Findings that leave in one message. */
const perMessage = 250
const progressMs = 500

/**
 * One file against one row schema (UPL-019, D-60): the first findings leave as they are found, the rejected records
 * with all of theirs go to a pipe, groups and counts come at the end.
 */
export async function runValidateJob(
  job: ValidateJob,
  limits: RunnerLimits,
  link: ParentLink,
  heartbeat: Heartbeat,
): Promise<ValidateResult> {
  if (job.areSchemas) skipGrammarChecks()
  const run = new Validation(job, limits, link)
  heartbeat.watch(run)
  let problem: string | null = null
  try {
    problem = await run.run()
  } catch (cause) {
    const isFault = cause instanceof SchemaError ? job.dataset?.isForImport === true : !(cause instanceof FileError)
    if (isFault) throw cause
    problem = (cause as Error).message
  }
  await run.flush()
  const rejected = await run.endRejected()
  const dataset = await run.endDataset(problem)
  return {
    mode: 'validate',
    counts: run.counts,
    detected: run.detected,
    groups: run.collector.groups(),
    totalFindings: run.collector.total,
    rejected,
    dataset,
    problem: problem === null ? null : `${job.file.name}: ${problem}`,
  }
}

/** What is left of a batch without the records at these places. They are taken out of its own lists. */
function accepted({ records, rows, lines, refused }: Batch, without: ReadonlySet<number>): AcceptedBatch {
  const read = records.length + refused.length
  if (without.size === 0) return { read, records, rows, lines }
  let count = 0
  for (let i = 0; i < records.length; i++) {
    if (without.has(i)) continue
    records[count] = records[i] as DataRecord
    rows[count] = rows[i] as number
    lines[count] = lines[i] as number
    count++
  }
  records.length = rows.length = lines.length = count
  return { read, records, rows, lines }
}

class Validation {
  readonly counts = { records: 0, valid: 0, rejected: 0 }
  readonly collector = new FindingCollector()
  detected: Partial<DetectedFormat> = {}
  readonly #job: ValidateJob
  readonly #limits: RunnerLimits
  readonly #link: ParentLink
  #findings: Finding[] = []
  #sent = 0
  #rejected: RejectedWriter | null = null
  readonly #dataset: DatasetChannel | null
  /** What is told of the numbers, now and by an import. */
  #decimal: FoundDecimal | null = null

  constructor(job: ValidateJob, limits: RunnerLimits, link: ParentLink) {
    this.#job = job
    this.#limits = limits
    this.#link = link
    this.#dataset = job.dataset === null ? null : new DatasetChannel(job.dataset, job.file)
  }

  /** No component code runs here. */
  readonly age = null
  /** Where the check is, so that a pattern that never ends is found. */
  get place(): CodePlace {
    return { ...unknownPlace, source: this.#job.file.name, record: this.counts.records + 1 }
  }

  sample(): void {}

  /** @returns what is wrong with the file as a whole, or null */
  async run(): Promise<string | null> {
    const { file, rowSchema, schemas, dataset } = this.#job
    // Fields that no rule looks at and nobody keeps are read only of rejected records, in a second reading of those.
    const fields = dataset === null ? fieldsToCheck(rowSchema, schemas) : dataset.fields && new Set(dataset.fields)
    const isForImport = dataset?.isForImport === true
    const expected = expectedFields(rowSchema, schemas)
    const wanted = { fields, texts: rowSchema !== null && !isForImport, expected }
    const open = () => openFile(file, file.kind, file.format, this.#limits.batch, DEFAULT_READ_LIMITS, wanted)
    const opened = await open()
    this.detected = opened.detected
    opened.notes.push(...notesOfUnknownColumns(opened, expected))
    this.#dataset?.ofTable(opened.columns)
    // How the file is read is logged before what is wrong in it; reading may add more.
    const sentNotes = opened.notes.length
    this.#link.log(opened.notes.slice())
    this.#link.flushLogs()
    const unseen = new UnseenCharacters()
    const validator = validatorOf(opened, file, rowSchema, schemas, unseen)
    const { rejectedFd, rejectedBytes } = this.#job
    this.#rejected = rejectedFd === null ? null : new RejectedWriter(rejectedFd, opened, rejectedBytes)
    const rawOf = this.#rejected === null ? null : rawRecordOf(opened, needsCoercion(opened.detected))
    const unusable = validator === null || isForImport ? null : findMissingColumns(opened, validator)
    if (unusable !== null) throw unusable
    const yielder = new EventLoopYielder()
    let lastProgress = performance.now()
    const batches = withDecimalMark(opened.batches, {
      format: file.format,
      guess: file.decimalGuess,
      numbers: validator?.numbers ?? null,
      reread: async () => (await open()).batches,
      found: (found) => this.#foundDecimal(found),
    })
    for await (const batch of batches) {
      await yielder.yieldIfDue()
      this.counts.records += batch.refused.length + batch.records.length
      this.counts.rejected += batch.refused.length
      const rejectedPlaces = new Set<number>()
      let refused = 0
      for (let i = 0; i < batch.records.length; i++) {
        const row = batch.rows[i] ?? 0
        const line = batch.lines[i] || null
        while ((batch.refused[refused]?.row ?? Number.POSITIVE_INFINITY) < row) this.#refused(batch.refused[refused++])
        const record = batch.records[i] ?? {}
        const text = batch.texts?.[i]
        // Coercion changes the record in place.
        let raw = validator === null || text !== undefined ? null : rawOf?.(record)
        let found = validator?.check(record, row, line) ?? null
        const whole = found === null || text === undefined ? undefined : opened.recordOf?.(text)
        if (whole !== undefined) {
          raw = rawOf?.(whole)
          found = validator?.check(whole, row, line) ?? found
        }
        if (found === null) this.counts.valid++
        else {
          this.counts.rejected++
          rejectedPlaces.add(i)
          const shown = this.#found(found)
          if (raw) this.#rejected?.add(shown, raw)
        }
      }
      while (refused < batch.refused.length) this.#refused(batch.refused[refused++])
      await this.#rejected?.flush()
      await this.#dataset?.add(accepted(batch, rejectedPlaces))
      if (this.#findings.length >= perMessage) await this.flush()
      if (performance.now() - lastProgress < progressMs) continue
      lastProgress = performance.now()
      const count = { read: this.counts.records, rejected: this.counts.rejected, written: this.counts.valid }
      this.#link.send({ kind: 'progress', sources: { file: count }, sinks: {} })
      await this.flush()
    }
    this.#link.log([...opened.notes.slice(sentNotes), ...unseen.notes(headersOf(opened), sheetOf(opened.detected))])
    return this.counts.records === 0 && !isForImport ? 'The file holds no records' : null
  }

  #foundDecimal(found: FoundDecimal): void {
    const { decimal, confidence, note } = found
    this.#decimal = found
    this.detected = { ...this.detected, decimal, decimalConfidence: confidence }
    this.#link.log([note])
    this.#link.flushLogs()
  }

  async flush(): Promise<void> {
    const findings = this.#findings
    this.#findings = []
    const sheet = sheetOf(this.detected)
    for (let i = 0; i < findings.length; i += perMessage)
      await this.#link.findings(findings.slice(i, i + perMessage), sheet)
  }

  /** Ends the pipe of rejected records and logs how many were not kept for lack of space. */
  async endRejected(): Promise<RejectedSummary | null> {
    if (this.#rejected === null) return null
    const summary = await this.#rejected.end()
    const { missed } = this.#rejected
    if (missed > 0) {
      const kept = `The first ${summary.records} rejected records are kept for download`
      this.#link.log([{ level: 'warn', message: `${kept}, ${missed} more are not: they would take too much room` }])
    }
    return summary.bytes === 0 ? null : summary
  }

  /** Of a file that cannot be used there is none. */
  async endDataset(problem: string | null): Promise<ValidateResult['dataset']> {
    if (this.#dataset === null) return null
    const isForImport = this.#job.dataset?.isForImport === true
    // Without its foot it is none.
    if (problem !== null && !isForImport) return null
    const note = (isForImport ? this.#decimal?.note : this.#decimal?.again) ?? null
    return this.#dataset.end(this.detected, { notes: note?.level === 'warn' ? [note] : [], problem })
  }

  #refused(refused: RefusedRecord | undefined): void {
    if (refused === undefined) return
    const shown = this.#found(refused.findings)
    this.#rejected?.addRefused(shown, refused.record)
  }

  #found(findings: Finding[]): Finding[] {
    const shown = findings.map(boundedFinding)
    this.collector.add(shown)
    const room = this.#job.shownFindings - this.#sent
    if (room > 0) {
      const sent = shown.slice(0, room)
      this.#sent += sent.length
      this.#findings.push(...sent)
    }
    return shown
  }
}
