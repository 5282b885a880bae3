import { findUnknownPorts, type JsonSchema, type RunCounts } from '@millrace/contract'
import { fieldsRead } from '../../components/fields-read.ts'
import type { Program } from '../../components/program.ts'
import type { ImportCounts, ImportHost, ImportOutcome, PipelineSink, PipelineSource } from './ports.ts'
import { percent } from '../../runs/percent.ts'
import type { ImportJob, ImportResult, ImportSink, ImportSource } from '../../protocol/messages.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { importLimits, type RunnerLimits } from '../../runs/limits.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import { seedWords } from '../../runs/seed-words.ts'
import { type RunnerHost, RunnerProcess } from '../processes/runner-process.ts'
import type { SpareRunner } from '../processes/spare-runner.ts'
import { areSchemas } from '../../schemas/schema-grammar.ts'
import { toTableColumns } from '../../outputs/targets/table-columns.ts'
import type { TableColumn } from '../../outputs/targets/table.types.ts'
import { ImportDatasets } from './import-datasets.ts'
import { checkSharedTables } from './check-ports.ts'
import { StagedSinks } from './staged-sinks.ts'

export type ImportRequest = {
  importId: string
  program: Program
  sources: PipelineSource[]
  sinks: PipelineSink[]
  /** Schemas that row schemas refer to, by full address. */
  schemas: Record<string, JsonSchema>
  rtContext: unknown
  /** Text behind Math.random, and the ISO instant at which the clock of the code stands. */
  seed: string
  now: string
  limits?: Partial<RunnerLimits>
}

/**
 * Reads the sources, runs the component, writes the sinks (IMP-049): everything or nothing. All output is staged, then
 * tolerances are judged, batches are sent, the fence is asked, tables are committed and files renamed; any failure before
 * that leaves tables and files as they were. Problems are reported in the outcome, never thrown, except for faults of the program itself.
 * @param spare whose runner is taken if one waits that fits
 */
export async function runImport(
  request: ImportRequest,
  host: ImportHost,
  spare: SpareRunner | null = null,
): Promise<ImportOutcome> {
  const run = new ImportRun(request, host, spare)
  try {
    return await run.execute()
  } catch (problem) {
    return await run.failed(problem)
  } finally {
    await run.close()
  }
}

class ImportRun {
  readonly #request: ImportRequest
  readonly #host: ImportHost
  readonly #spare: SpareRunner | null
  readonly #datasets = new ImportDatasets()
  readonly #sinks = new StagedSinks()
  #runner: RunnerProcess | null = null
  #counts: ImportCounts = { sources: {}, sinks: {} }

  constructor(request: ImportRequest, host: ImportHost, spare: SpareRunner | null) {
    this.#request = request
    this.#host = host
    this.#spare = spare
  }

  async execute(): Promise<ImportOutcome> {
    const { importId, program, sources, sinks } = this.#request
    const portError = findUnknownPorts(program, sources, sinks)[0]?.message ?? checkSharedTables(sinks)
    if (portError !== null) throw new ImportError(portError)
    const columns = new Map<string, TableColumn[]>()
    for (const sink of sinks) {
      if (sink.table === null) continue
      if (sink.rowSchema === null) throw new ImportError(`The sink '${sink.name}' needs a schema for its table`)
      columns.set(sink.name, toTableColumns(sink.rowSchema, this.#request.schemas))
    }
    const opened = await this.#openSources()
    const runner = await this.#start(opened, columns)
    this.#sinks.expect(runner.pipes)
    await this.#unlessStopped(this.#sinks.open(sinks, columns, this.#host, importId))
    let broken: Error | null = null
    this.#sinks.connect((problem) => {
      broken ??= problem
      runner.kill('setup', problem.message)
    })
    const result = await runner.result.catch((problem: unknown) => {
      throw broken ?? problem
    })
    if (result.mode !== 'import') throw new RunError('setup', 'the runner did another job')
    this.#counts = countsOf(result)
    await this.#unlessStopped(this.#sinks.settled(result.sinks))
    // What it wrote since it last told how far it is counts as well.
    if (this.#writesTooMuch) throw new RunError('result', this.#tooMuchText)
    for (const sink of sinks) this.#judge(sink, this.#counts.sinks[sink.name])
    const sent = await this.#unlessStopped(this.#sinks.deliver())
    // After the fence nothing is interrupted: what is half committed would be neither done nor undone.
    if (!(await this.#unlessStopped(this.#host.fence())))
      throw new ImportError('Another attempt has taken over this import')
    const committed = await this.#sinks.commit()
    for (const [name, counts] of Object.entries({ ...sent, ...committed })) {
      // What the runner counted stays true where the table says less.
      const { read, rejected } = this.#counts.sinks[name] ?? { read: 0, rejected: 0 }
      this.#counts.sinks[name] = { ...counts, read, rejected }
    }
    const all = [...Object.values(this.#counts.sources), ...Object.values(this.#counts.sinks)]
    const leftOut = all.reduce((sum, counts) => sum + counts.rejected, 0)
    return { ok: true, counts: this.#counts, problem: null, cause: null, fault: null, leftOut, peakMiB: this.#peakMiB }
  }

  async failed(problem: unknown): Promise<ImportOutcome> {
    const message = this.#explain(problem)
    this.#runner?.kill('aborted', message)
    await this.#runner?.gone
    for (const abortError of await this.#sinks.abort())
      this.#host.log('error', `A sink could not be given up: ${abortError}`)
    const peakMiB = this.#peakMiB
    const fault = problem instanceof RunError ? problem.kind : null
    return { ok: false, counts: this.#counts, problem: message, cause: problem, fault, leftOut: 0, peakMiB }
  }

  async close(): Promise<void> {
    await this.#runner?.gone
    await this.#datasets.close()
  }

  get #limits(): RunnerLimits {
    return { ...importLimits, ...this.#request.limits }
  }

  get #writesTooMuch(): boolean {
    return this.#sinks.bytes > this.#limits.outputBytes
  }

  get #tooMuchText(): string {
    return `the run wrote more than ${Math.round(this.#limits.outputBytes / 2 ** 20)} MiB`
  }

  get #peakMiB(): number {
    return Math.max(this.#datasets.peakMiB, this.#runner?.peakMiB ?? 0)
  }

  /** A sink may hang; the signal to stop ends the waiting. */
  async #unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#host
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const stop = () => reject(new ImportError(stoppedText))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    try {
      return await Promise.race([work, stopped])
    } finally {
      signal.removeEventListener('abort', stop)
      work.catch(() => {})
    }
  }

  #explain(problem: unknown): string {
    if (!(problem instanceof RunError)) return problem instanceof Error ? problem.message : String(problem)
    const text = faultText(problem)
    const extra = problem.place.component === null ? {} : { component: problem.place.component }
    if (problem.kind === 'error' || problem.kind === 'syntax') {
      this.#host.log('error', problem.codeStack === '' ? text : `${text}\n${stackLines(problem.codeStack)}`, extra)
    } else if (problem.kind !== 'input' && problem.kind !== 'aborted') this.#host.log('error', text, extra)
    return problem.kind === 'aborted' ? stoppedText : text
  }

  #fieldsOf(dataSubKind: string): string[] | null {
    return fieldsRead(this.#request.program)[dataSubKind] ?? null
  }

  async #openSources(): Promise<OpenedSource[]> {
    const { sources, schemas, limits } = this.#request
    const { signal } = this.#host
    const opened: OpenedSource[] = []
    for (const { dataSubKind, file, rowSchema, tolerance, maxRecords } of sources) {
      const tell = (message: string) => this.#host.log('info', message, { dataSubKind })
      const dataset =
        file === null
          ? null
          : await this.#datasets.add(
              file,
              { rowSchema, schemas, fieldsRead: this.#fieldsOf(dataSubKind), limits },
              { signal, tell },
            )
      const name = file?.name ?? dataSubKind
      opened.push({ dataSubKind, name, dataset, tolerance, ...(maxRecords !== undefined && { maxRecords }) })
    }
    return opened
  }

  async #start(sources: OpenedSource[], columns: Map<string, TableColumn[]>): Promise<RunnerProcess> {
    const { program, sinks, schemas, rtContext, now, seed } = this.#request
    // Before the job is put together: where a process has to be started, that takes longer.
    const runner = await this.#openRunner()
    this.#runner = runner
    let next = runner.firstPipe
    const importSinks = sinks.map((sink): ImportSink => {
      const { name, rowSchema, tolerance, format, byteOrderMark = false } = sink
      const fileFd = next++
      const tableFd = hasTarget(sink) ? next++ : null
      const targetText = sink.table?.database ?? 'json'
      const properties = rowSchema === null ? [] : toTableColumns(rowSchema, schemas).map((column) => column.name)
      const fileColumns = properties.length === 0 ? null : properties
      return {
        name,
        rowSchema,
        tolerance,
        format,
        byteOrderMark,
        fileFd,
        tableFd,
        targetText,
        columns: columns.get(name) ?? [],
        fileColumns,
      }
    })
    const job: ImportJob = {
      mode: 'import',
      program,
      sources: sources.map((source) => ({ ...source, fields: this.#fieldsOf(source.dataSubKind) })),
      sinks: importSinks,
      schemas,
      areSchemas: areSchemas([...sinks.map(({ rowSchema }) => rowSchema ?? true), ...Object.values(schemas)]),
      rtContext,
      now,
      seed: seedWords(seed),
      guest: loadGuestSources(),
    }
    runner.start(job)
    return runner
  }

  /** A process with the datasets open and a pipe for each file and each target. */
  async #openRunner(): Promise<RunnerProcess> {
    const { sinks } = this.#request
    const serve = this.#host.serve?.bind(this.#host)
    const limits = this.#limits
    const host: RunnerHost = {
      signal: this.#host.signal,
      log: (lines) => {
        for (const { level, message, ...extra } of lines) this.#host.log(level, message, extra)
      },
      progress: ({ sources: read, sinks: written }) => {
        this.#counts = { sources: read, sinks: written }
        this.#host.progress(this.#counts)
        if (this.#writesTooMuch) this.#runner?.kill('result', this.#tooMuchText)
      },
      ...(serve === undefined ? {} : { serve }),
    }
    const pipes = sinks.length + sinks.filter(hasTarget).length
    const spare = (await this.#spare?.take({ limits, inputs: this.#datasets.inputs, pipes })) ?? null
    return spare === null
      ? RunnerProcess.spawn(limits, { files: this.#datasets.inputs, pipes, hasIsolate: true }, host)
      : new RunnerProcess(limits, spare, host)
  }

  #judge(sink: PipelineSink, counts: RunCounts | undefined): void {
    if (counts === undefined || counts.rejected <= sink.tolerance * counts.read) return
    // These two formats cannot hold every text.
    const what = sink.format === 'xml' || sink.format === 'xlsx' ? 'its schema or format' : 'its schema'
    throw new ImportError(
      `${counts.rejected} of ${counts.read} records of ${sink.name} do not fit ${what}, more than the tolerance of ${percent(sink.tolerance)}`,
    )
  }
}

const hasTarget = ({ table, http }: PipelineSink): boolean => table !== null || http !== null

type OpenedSource = Omit<ImportSource, 'fields'>

/** A reason that is a sentence for the person already. */
class ImportError extends Error {
  override readonly name = 'ImportError'
}

const stoppedText = 'The import was stopped'

const stackLines = (stack: string): string => stack.split('\n').slice(1).join('\n')

function countsOf(result: ImportResult): ImportCounts {
  const sinks = Object.entries(result.sinks).map(([name, { fileBytes: _file, tableBytes: _table, ...counts }]) => [
    name,
    counts,
  ])
  return { sources: result.sources, sinks: Object.fromEntries(sinks) as Record<string, RunCounts> }
}
