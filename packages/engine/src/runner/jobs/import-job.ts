import type { RunCounts } from '@millrace/contract'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { findRowSource } from '../../components/find-row-source.ts'
import { findStreamedInputs } from '../../components/find-streamed-inputs.ts'
import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { skipGrammarChecks } from '../../schemas/schema-grammar.ts'
import type { PackedRows } from '../../dataset/packed.types.ts'
import { type CallResult, CodeIsolate } from '../code/code-isolate.ts'
import type { BareIsolate, Ivm } from '../code/guest-realm.ts'
import { droppedLineTotals } from './log-totals.ts'
import type { ImportJob, ImportResult, LogLine } from '../../protocol/messages.ts'
import type { ParentLink } from '../link/parent-link.ts'
import type { Heartbeat } from '../link/heartbeat.ts'
import { SinkWriter } from '../records/sink-writer.ts'
import { SourceReader } from '../records/source-reader.ts'

const progressMs = 500

/**
 * Sources → program → sinks. Batches overlap: while the isolate works on one, the next is read here and the one before
 * is encoded. Results are taken in call order, so outputs keep the order of their inputs.
 */
export async function runImportJob(
  ivm: Ivm,
  job: ImportJob,
  limits: RunnerLimits,
  link: ParentLink,
  heartbeat: Heartbeat,
  bare?: BareIsolate,
): Promise<ImportResult> {
  if (job.areSchemas) skipGrammarChecks()
  const code = new CodeIsolate(
    ivm,
    job,
    limits,
    (lines) => link.log(lines),
    (requests) => link.ask(requests),
    bare,
  )
  heartbeat.watch(code)
  const log = (lines: LogLine[]) => link.log(lines)
  const sinks = new Map(job.sinks.map((sink) => [sink.name, new SinkWriter(sink, job.schemas, code.packer, log)]))
  const readers = job.sources.map((source) => new SourceReader(source, log))
  const counts = () => ({
    sources: Object.fromEntries(
      readers.flatMap(({ source, counts: own }): [string, RunCounts][] =>
        source.dataset === null ? [] : [[source.dataSubKind, { ...own }]],
      ),
    ),
    sinks: Object.fromEntries([...sinks].map(([name, sink]) => [name, { ...sink.counts }])),
  })
  const tellProgress = () => {
    const { sources, sinks: written } = counts()
    for (const { source, total } of readers) {
      const count = sources[source.dataSubKind]
      if (count !== undefined && total !== undefined) count.total = total
    }
    link.send({ kind: 'progress', sources, sinks: written })
  }
  const progress = setInterval(tellProgress, progressMs)
  try {
    for (const reader of readers) reader.open()
    await run(code, job, sinks, readers)
  } catch (problem) {
    throw namingRow(problem, readers, job)
  }
  clearInterval(progress)
  const summary = await code.summary()
  for (const name of summary.singles) {
    if (sinks.has(name)) throw new RunError('error', `${job.program.name}: the output '${name}' is not a list`)
  }
  log(droppedLineTotals(summary.dropped))
  const silent = summary.silent.filter((name) => sinks.has(name))
  log(silent.map((name) => ({ level: 'warn', message: `The output '${name}' received nothing` })))
  for (const sink of sinks.values()) await sink.end()
  const { sources, sinks: written } = counts()
  const withBytes = Object.entries(written).map(
    ([name, count]): [string, RunCounts & { fileBytes: number; tableBytes: number }] => {
      const sink = sinks.get(name)
      return [name, { ...count, fileBytes: sink?.fileBytes ?? 0, tableBytes: sink?.tableBytes ?? 0 }]
    },
  )
  return { mode: 'import', sources, sinks: Object.fromEntries(withBytes) }
}

async function run(
  code: CodeIsolate,
  job: ImportJob,
  sinks: Map<string, SinkWriter>,
  readers: readonly SourceReader[],
): Promise<void> {
  const underWay: Promise<CallResult>[] = []
  let more = false
  const take = async (call: Promise<CallResult>): Promise<void> => {
    const result = await call
    more = result.more
    for (const [port, rows] of Object.entries(result.rows)) {
      await sinks.get(port)?.write(rows)
    }
  }
  let isPrepared = false
  const push = async (call: Promise<CallResult>): Promise<void> => {
    // Its failure is met when its turn comes.
    call.catch(() => {})
    underWay.push(call)
    // The isolate is at work now.
    if (!isPrepared && underWay.length === code.inFlight) {
      isPrepared = true
      for (const sink of sinks.values()) sink.prepare()
    }
    while (underWay.length >= code.inFlight) await take(underWay.shift() as Promise<CallResult>)
  }
  const idle = async (): Promise<void> => {
    while (underWay.length > 0) await take(underWay.shift() as Promise<CallResult>)
    while (more) await take(code.drain())
  }
  await push(code.begin())
  // Inputs no source is set up for are empty lists too.
  const fed = new Set(job.sources.map((source) => source.dataSubKind))
  for (const port of job.program.inputs) if (!fed.has(port)) await push(code.end(port))
  for (const reader of inReadingOrder(readers, job)) {
    const { dataSubKind } = reader.source
    for await (const { rows, number } of reader.batches()) {
      if (countRows(rows) > 0) await push(code.feed(dataSubKind, rows, number))
    }
    await push(code.end(dataSubKind))
    reader.close()
  }
  await idle()
}

/** What a record-wise part streams comes last: then all that it waits for is there, and nothing piles up. */
function inReadingOrder(readers: readonly SourceReader[], job: ImportJob): SourceReader[] {
  const last = new Set(findStreamedInputs(job.program))
  const isLast = ({ source }: SourceReader) => last.has(source.dataSubKind)
  return [...readers.filter((reader) => !isLast(reader)), ...readers.filter(isLast)]
}

const countRows = (rows: PackedRows | unknown[]): number => (Array.isArray(rows) ? rows.length : rows.n)

/** A record is known in the isolate by its number in the list; a person looks for the row of the file. */
function namingRow(problem: unknown, readers: readonly SourceReader[], job: ImportJob): unknown {
  if (!(problem instanceof RunError) || problem.place.record === null || problem.place.component === null)
    return problem
  const port = findRowSource(job.program, problem.place.component)
  const reader = readers.find((entry) => entry.source.dataSubKind === port)
  if (reader === undefined) return problem
  const place = reader.placeOf(problem.place.record)
  if (place === null || (place.sheet === null && place.row === problem.place.record)) return problem
  return new RunError(
    problem.kind,
    `${problem.message} (${filePlace(place, reader.source.dataSubKind)})`,
    problem.place,
    problem.codeStack,
  )
}

type FilePlace = NonNullable<ReturnType<SourceReader['placeOf']>>

/** 'row 4 of rows', or 'record 4 of rows, sheet Products, row 5': the number of the record leads to it in any file. */
const filePlace = ({ row, line, sheet }: FilePlace, source: string): string =>
  sheet === null ? `row ${row} of ${source}` : `record ${row} of ${source}, ${recordPlace({ row, line }, sheet)}`
