import { readRejectedHead, readRejectedRecords } from '../../outputs/rejected/read-rejected.ts'
import type { RejectedRecord } from '../../outputs/rejected/rejected-file.ts'
import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { skipGrammarChecks } from '../../schemas/schema-grammar.ts'
import { SchemaError } from '../../schemas/schema-error.ts'
import { EventLoopYielder } from '../link/event-loop-yielder.ts'
import { SourceReader } from '../records/source-reader.ts'
import type { RunnerFile, SampleJob, SampleResult } from '../../protocol/messages.ts'

/** Some records of a file: as an import would hand them on, or as they were rejected. */
export async function runSampleJob(job: SampleJob, limits: RunnerLimits): Promise<SampleResult> {
  if (job.areSchemas) skipGrammarChecks()
  const sample = new Sample(job)
  try {
    for await (const record of job.which === 'rejected' ? rejectedOf(job.file) : validOf(job, limits)) {
      sample.add(record)
      if (sample.isFull) break
    }
  } catch (cause) {
    if (!(cause instanceof SchemaError) && !(cause instanceof RunError && cause.kind === 'input')) throw cause
    return { mode: 'sample', records: [], read: 0, cut: false, problem: cause.message }
  }
  return { mode: 'sample', ...sample.taken(), problem: null }
}

/** The records that are kept of those that pass by: the first ones, or so many of them with the same chance for each. */
class Sample {
  readonly #job: Pick<SampleJob, 'which' | 'count' | 'maxBytes'>
  #kept: { text: string; at: number }[] = []
  #read = 0

  constructor(job: Pick<SampleJob, 'which' | 'count' | 'maxBytes'>) {
    this.#job = job
  }

  get isFull(): boolean {
    return this.#job.which !== 'random' && this.#kept.length >= this.#job.count
  }

  add(record: unknown): void {
    const at = this.#read++
    const place = this.#kept.length < this.#job.count ? this.#kept.length : Math.floor(Math.random() * this.#read)
    if (place >= this.#job.count) return
    this.#kept[place] = { text: JSON.stringify(record), at }
  }

  /** In the order of the file, as many as fit. */
  taken(): Pick<SampleResult, 'records' | 'read' | 'cut'> {
    let bytes = 0
    const inOrder = this.#kept.toSorted((one, other) => one.at - other.at)
    const fitting = inOrder.filter(({ text }) => {
      const isKept = bytes + text.length <= this.#job.maxBytes
      if (isKept) bytes += text.length
      return isKept
    })
    const records = fitting.map(({ text }) => JSON.parse(text) as unknown)
    return { records, read: this.#read, cut: fitting.length < inOrder.length }
  }
}

/** @throws RunError of kind input */
async function* validOf(
  { file, rowSchema, schemas }: SampleJob,
  limits: RunnerLimits,
): AsyncGenerator<Record<string, unknown>> {
  const source = { dataSubKind: file.name, fields: null, file, rowSchema, tolerance: 1 }
  for await (const { rows } of new SourceReader(source, schemas, limits.batch, () => {}).batches()) yield* rows
}

async function* rejectedOf({ fd, size }: RunnerFile): AsyncGenerator<unknown> {
  const { columns } = readRejectedHead(fd, size)
  const yielder = new EventLoopYielder()
  for (const { record } of readRejectedRecords(fd, size)) {
    await yielder.yieldIfDue()
    yield recordOf(record, columns)
  }
}

/** What stands in a cell that is not there is not in the record. */
function recordOf(record: RejectedRecord, columns: readonly string[] | null): unknown {
  if (!Array.isArray(record) || columns === null) return record
  return Object.fromEntries(
    columns.flatMap((name, index) =>
      record[index] === undefined || record[index] === null ? [] : [[name, record[index]]],
    ),
  )
}
