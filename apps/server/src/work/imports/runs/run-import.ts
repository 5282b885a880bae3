import { ApiError, type ImportCounts, invalid, countLeftOut, type RanWith, texts } from '@millrace/contract'
import {
  CompileError,
  type ImportOutcome,
  type ImportRequest,
  type PipelineSink,
  type ResolveModule,
  runImport,
  type RunnerLimits,
  type SpareRunner,
} from '@millrace/engine'
import { type OpenComponentHost, rightsOfProgram } from '../../../documents/components/component-host.ts'
import { withOpenHeaders } from '../../../documents/kernel/versions/sealed-headers.ts'
import { isDatabaseGone } from '../../../platform/database/database-gone.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { appendLogs, type LogLine } from '../../logs/append-logs.ts'
import { createLogWriter, type LogWriter } from '../../logs/log-writer.ts'
import { compileDefinition } from '../../../documents/pipelines/compile-definition.ts'
import type { PipelineDefinitions, RunDefinition } from '../../../documents/pipelines/pipelines.types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RefreshRealTime } from '../../uploads/refresh-real-time.ts'
import { type NewOutput, storeOutputs } from '../../uploads/store-outputs.ts'
import { continueAfter } from './continue-after.ts'
import { createRunHost, type OpenConnection, type RunHost, type StoredOutput } from './run-host.ts'
import { type ImportRow, isBlockedByAnother } from '../imports.repository.ts'
import { outputFileName, outputId } from './output-name.ts'
import { chooseInputs, openInputs, type RunInput } from './run-inputs.ts'
import { rtContextOf } from './rt-context.ts'
import { endImport, type ImportAttempt, startProgress, takeImport, timeZoneOfJob } from './runs.repository.ts'
import { watchAttempt } from './watch-attempt.ts'

export type RunDeps = {
  definitions: PipelineDefinitions
  openConnection: OpenConnection
  openComponentHost: OpenComponentHost
  outbound: Pick<Outbound, 'check' | 'send'>
  /** Modules that code may require; nobody's badges judge an import. */
  resolveModule: ResolveModule
  /** Fetches the real-time sources of a planned import. */
  refreshRealTime: RefreshRealTime
  /** Where small imports find a runner that has started already. */
  spare?: SpareRunner | null
  /** In place of those of every import. */
  limits?: Partial<RunnerLimits>
}
type RunPlatform = Pick<Platform, 'db' | 'files' | 'queue' | 'log' | 'now' | 'secrets'>

const noCounts: ImportCounts = { sources: {}, sinks: {} }

/** Takes of one import, and unexpected faults, after which it is given up as failed. */
const maxAttempts = 10
const maxFaults = 4

/** The process stops or lost its job: the process that takes the job next begins again. */
class InterruptedError extends Error {}
/** The import has ended or another process holds it: nothing of this run may be seen (G5). */
class FencedError extends Error {}

/**
 * Runs one import from taking it to its end. Returns when it has ended, when it is another's, or when its turn has not
 * come; rejects only when it should be taken up again (D-82).
 */
export async function runOneImport(
  platform: RunPlatform,
  deps: RunDeps,
  importId: string,
  stop: AbortSignal,
): Promise<void> {
  const { db, log, now } = platform
  let row: ImportRow | null
  try {
    row = await takeImport(db, importId, now())
  } catch (error) {
    // Its turn comes when the import in the way ends.
    if (isBlockedByAnother(error)) return
    throw error
  }
  if (row === null) return
  const attempt: ImportAttempt = { id: row.id, attempt: row.attempt, pipelineId: row.pipeline_id }
  const watch = watchAttempt(db, attempt, log)
  const signal = AbortSignal.any([stop, watch.signal])
  const writer = createLogWriter({
    db,
    owner: { import: row.id },
    attempt: row.attempt,
    lastSeq: row.log_seq,
    log,
    onFenced: watch.abort,
  })
  try {
    const run = new ImportRun(platform, deps, row, attempt, writer, signal)
    try {
      if (row.attempt > maxAttempts) await run.fail(`it was cut off ${maxAttempts} times`, noCounts)
      else await run.run()
    } catch (error) {
      if (error instanceof FencedError || watch.signal.aborted) return
      if (stop.aborted) throw new InterruptedError('the worker stops', { cause: error })
      log.error({ err: error, import: importId, attempt: row.attempt }, 'an import met an unexpected fault')
      if (row.attempt <= maxFaults) throw error
      await run.fail(texts.unexpected, noCounts)
    }
  } finally {
    watch.stop()
    await writer.close()
  }
}

class ImportRun {
  readonly #platform: RunPlatform
  readonly #deps: RunDeps
  readonly #row: ImportRow
  readonly #attempt: ImportAttempt
  readonly #writer: LogWriter
  readonly #signal: AbortSignal

  constructor(
    p: RunPlatform,
    deps: RunDeps,
    row: ImportRow,
    attempt: ImportAttempt,
    writer: LogWriter,
    signal: AbortSignal,
  ) {
    this.#platform = p
    this.#deps = deps
    this.#row = row
    this.#attempt = attempt
    this.#writer = writer
    this.#signal = signal
  }

  async run(): Promise<void> {
    if (this.#row.attempt > 1) {
      this.#writer.write('warn', `The import was cut off and starts again (attempt ${this.#row.attempt})`)
    }
    let plan: Plan
    try {
      plan = await this.#prepare()
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof CompileError)) throw error
      await this.fail(error.message, noCounts)
      return
    }
    let { outcome, host } = await this.#runOnce(plan)
    if (outcome.fault === 'killed' && !this.#signal.aborted) {
      this.#writer.write('warn', 'The run was cut off from outside and starts again')
      ;({ outcome, host } = await this.#runOnce(plan))
    }
    try {
      if (outcome.ok) await this.#complete(plan, outcome, host)
      else {
        await host.release()
        this.#signal.throwIfAborted()
        // Our own database went away in the middle: no fault of the import, which is taken up again.
        if (outcome.cause instanceof Error && isDatabaseGone(outcome.cause)) throw outcome.cause
        await this.fail(outcome.problem ?? 'The import failed', outcome.counts)
      }
    } catch (error) {
      await host.release()
      throw error
    } finally {
      if (!outcome.ok) await host.removeOutputs()
    }
  }

  /** Fixes what the import runs with and records it. @throws ApiError, CompileError with the reason it cannot run */
  async #prepare(): Promise<Plan> {
    const { db } = this.#platform
    const row = this.#row
    const [definition, timeZone] = await Promise.all([
      this.#deps.definitions.forRun(row.version_id),
      timeZoneOfJob(db, row.job_id),
    ])
    const refreshed =
      row.ran_with === null
        ? await this.#deps.refreshRealTime(row, definition, this.#writer, this.#signal)
        : new Map<string, string>()
    const inputs = await chooseInputs(db, row, definition, refreshed)
    const locale = definition.item.locale?.label ?? null
    const [program, sinks, sources] = await Promise.all([
      compileDefinition(definition, this.#deps.resolveModule),
      Promise.all(definition.sinks.map((sink) => this.#sinkOf(sink))),
      openInputs(this.#platform, inputs, { schemas: definition.schemas, locale }),
    ])
    const now = row.scheduled_at.toISOString()
    const ranWith: RanWith = row.ran_with ?? {
      pipeline: definition.pipeline,
      component: definition.component,
      uploads: inputs.flatMap(({ source, upload }) =>
        upload === null ? [] : [{ _id: upload.id, dataSubKind: source.dataSubKind, sha256: upload.sha256 }],
      ),
      now,
      timeZone,
      seed: row.id,
      sysVersion: definition.sysVersion,
      plan: program.hash,
    }
    if (!(await startProgress(db, this.#attempt, ranWith))) throw new FencedError('the import is held by another')
    this.#logWhatRuns(definition, inputs)
    const request: ImportRequest = {
      importId: row.id,
      program,
      sources,
      sinks,
      schemas: definition.schemas,
      now,
      seed: ranWith.seed ?? row.id,
      rtContext: rtContextOf(definition, now, timeZone),
    }
    return { definition, request, timeZone }
  }

  async #sinkOf({ sink, rowSchema }: RunDefinition['sinks'][number]): Promise<PipelineSink> {
    const { name, format = 'json', byteOrderMark = false, target, tolerance = 0 } = sink
    const file = { name, rowSchema, tolerance, format, byteOrderMark }
    const http = target?.kind === 'http' ? withOpenHeaders(this.#platform.secrets, target) : null
    if (target?.kind !== 'table') return { ...file, table: null, http }
    const { type } = await this.#deps.openConnection(target.connection).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      throw invalid(`The database connection of the sink ${name} does not exist`)
    })
    return { ...file, table: { ...target, database: type }, http }
  }

  #logWhatRuns(definition: RunDefinition, inputs: readonly RunInput[]): void {
    const { name, version } = definition.pipeline
    this.#writer.write('info', `${name}, version ${version}, begins`)
    for (const { source, upload } of inputs) {
      if (upload === null) continue
      const records = upload.counts === null ? '' : `, ${upload.counts.valid} valid records`
      const whose = source.dataFromMaster ? ' of the master' : ''
      this.#writer.write('info', `Reads ${upload.original_filename ?? 'a file'}${whose}${records}`, source.dataSubKind)
    }
  }

  async #runOnce(plan: Plan): Promise<{ outcome: ImportOutcome; host: RunHost }> {
    const world = this.#deps.openComponentHost(rightsOfProgram(plan.request.program), this.#signal)
    const { openConnection, outbound } = this.#deps
    const run = { attempt: this.#attempt, writer: this.#writer, signal: this.#signal, serve: world.serve }
    const host = createRunHost(this.#platform, { openConnection, outbound }, run)
    try {
      const request = { ...plan.request, limits: this.#deps.limits }
      return { outcome: await runImport(request, host, this.#deps.spare), host }
    } finally {
      await world.close()
    }
  }

  /** Output files, end state, last lines and what follows become visible together, or not at all (G2, G3). */
  async #complete(plan: Plan, outcome: ImportOutcome, host: RunHost): Promise<void> {
    const tx = host.ending
    if (tx === null) throw new Error(`import ${this.#row.id} came to its end without holding its row`)
    const endedAt = this.#platform.now()
    await storeOutputs(
      tx,
      host.outputs.map((output) => this.#storedOutput(plan, outcome.counts, output)),
    )
    const lines = [...this.#writer.takeCollected(), ...endLines(outcome.counts, endedAt)]
    await this.#end(tx, { success: true, counts: outcome.counts, problem: null, endedAt }, lines)
    await tx.commit().execute()
    this.#writer.resume()
  }

  /** The upload that a sink's file becomes. */
  #storedOutput(plan: Plan, counts: ImportCounts, { sink, file }: StoredOutput): NewOutput {
    const { name, format } = sink
    const { read, rejected } = counts.sinks[name] ?? { read: 0, rejected: 0 }
    const pipeline = plan.definition.pipeline.name
    return {
      id: outputId(this.#row.id, name),
      pipelineId: this.#row.pipeline_id,
      versionId: this.#row.version_id,
      importId: this.#row.id,
      dataSubKind: name,
      originalFilename: outputFileName({ pipeline, sink: name, format }, this.#row.scheduled_at, plan.timeZone),
      fileKey: file.key,
      size: file.size,
      sha256: file.sha256,
      counts: { records: read - rejected, valid: read - rejected, rejected: 0 },
      createdBy: this.#row.user_id,
    }
  }

  /** Ends the import as failed, for a reason the person can read. */
  async fail(problem: string, counts: ImportCounts): Promise<void> {
    const endedAt = this.#platform.now()
    await this.#writer.pause()
    const line: LogLine = { at: endedAt, level: 'error', message: `The import failed: ${problem}` }
    const lines = [...this.#writer.takeCollected(), line]
    await this.#platform.db
      .transaction()
      .execute((tx) => this.#end(tx, { success: false, counts, problem, endedAt }, lines))
    this.#writer.resume()
  }

  async #end(tx: Connection, end: Parameters<typeof endImport>[2], lines: readonly LogLine[]): Promise<void> {
    const { id, attempt } = this.#attempt
    // Ended from outside, or another's: nothing of this run may be seen.
    if (!(await endImport(tx, this.#attempt, end))) throw new FencedError('the import is held by another')
    await appendLogs(tx, { import: id }, lines, attempt)
    const { job_id: jobId, pipeline_id: pipelineId } = this.#row satisfies { [K in keyof Tables['imports']]: unknown }
    await continueAfter(tx, this.#platform.queue, { jobId, pipelineId }, end.endedAt)
  }
}

type Plan = { definition: RunDefinition; request: ImportRequest; timeZone: string }

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

/** The last lines of a completed import: what each sink got, and what was left out. */
function endLines(counts: ImportCounts, at: Date): LogLine[] {
  const rejected = Object.entries({ ...counts.sources, ...counts.sinks })
    .filter(([, count]) => count.rejected > 0)
    .map(([name, count]) => `${count.rejected} of ${name}`)
  const sinks = Object.entries(counts.sinks).map(([name, count]): LogLine => {
    const { created, changed, unchanged, deleted } = count
    const rejected = count.rejected || undefined
    const parts = Object.entries({ created, changed, unchanged, deleted, rejected })
      .filter(([, n]) => n !== undefined)
      .map(([word, n]) => `${n} ${word}`)
    const detail = parts.length === 0 ? '' : ` (${parts.join(', ')})`
    return { at, level: 'info', message: `${name}: ${plural(count.read - count.rejected, 'record')}${detail}` }
  })
  const left = countLeftOut(counts)
  const last: LogLine =
    left === 0
      ? { at, level: 'success', message: 'Completed' }
      : { at, level: 'warn', message: `Completed, ${left} left out: ${rejected.join(', ')}` }
  return [...sinks, last]
}
