import type { Socket } from 'node:net'
import type { RunCounts } from '@millrace/contract'
import { createEncoder } from '../../outputs/encoder.ts'
import type { ImportJob, ImportResult, ImportSink, RunnerResult, SourceCount } from '../../protocol/messages.ts'
import { restLines } from '../../runner/records/sink-writer.ts'
import { rejectedLines, toleranceProblem } from '../../runner/records/source-reader.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { RunError, type RunErrorKind } from '../../runs/run-error.ts'
import { type RunnerHost, RunnerProcess } from '../processes/runner-process.ts'
import { type JoinedPieces, joinPieces } from './joined-pieces.ts'
import { SharedLog } from './shared-log.ts'

type Progress = { sources: Record<string, RunCounts>; sinks: Record<string, RunCounts> }

/**
 * Several processes that share one import batch by batch, seen from outside as one: the same bytes in the same order,
 * the same counts and lines. What ends one of them ends all.
 */
export class RunnerCrew {
  /** Rejects with RunError. */
  readonly result: Promise<RunnerResult>
  readonly gone: Promise<void>
  /** What all of them write, joined, in the order of one runner's pipes. */
  readonly pipes: (Socket | JoinedPieces)[]
  readonly #runners: RunnerProcess[]
  readonly #input: string

  constructor(limits: RunnerLimits, files: number[], job: ImportJob, input: string, size: number, host: RunnerHost) {
    this.#input = input
    const log = new SharedLog(limits, (lines) => host.log?.(lines))
    const shown: Progress[] = []
    const { log: _log, progress, ...rest } = host
    const pipes = job.sinks.reduce((sum, sink) => sum + (sink.tableFd === null ? 1 : 2), 0)
    this.#runners = Array.from(
      { length: size },
      (_, index) =>
        new RunnerProcess(limits, files, pipes, true, {
          ...rest,
          log: (lines) => host.log?.(lines),
          piece: (report) => log.take(report),
          progress: (counts) => {
            shown[index] = counts
            progress?.({ kind: 'progress', ...this.#sum(shown.filter((one) => one !== undefined)) })
          },
        }),
    )
    this.pipes = this.#join(job.sinks)
    this.gone = Promise.all(this.#runners.map((runner) => runner.gone)).then(() => {})
    this.result = this.#whole(job, log, host)
    this.result.catch(() => {})
    this.#runners.forEach((runner, index) => runner.start({ ...job, share: { input, index, of: size } }))
  }

  /** Of all of them together. */
  get peakMiB(): number {
    return this.#runners.reduce((sum, runner) => sum + runner.peakMiB, 0)
  }

  kill(kind: RunErrorKind, message: string): void {
    for (const runner of this.#runners) runner.kill(kind, message)
  }

  async #whole(job: ImportJob, log: SharedLog, host: RunnerHost): Promise<ImportResult> {
    let results: RunnerResult[]
    try {
      results = await Promise.all(this.#runners.map((runner) => runner.result))
    } catch (problem) {
      this.kill('aborted', 'another process of the run has ended')
      throw withoutOwnCount(problem)
    }
    const parts = results.filter((result): result is ImportResult => result.mode === 'import')
    if (parts.length < results.length) throw new RunError('setup', 'a runner did another job')
    const { sources, sinks } = this.#sum(parts)
    for (const source of job.sources) {
      const counts = sources[source.dataSubKind]
      if (source.dataSubKind !== this.#input || counts === undefined) continue
      const problem = toleranceProblem(source, counts)
      if (problem !== null) throw new RunError('input', problem)
      host.log?.(rejectedLines(source.dataSubKind, counts))
    }
    log.end(parts.map(({ dropped }) => dropped))
    const pipes = this.pipes.values()
    const written = job.sinks.map((sink) => {
      const counts = sinks[sink.name] ?? { read: 0, rejected: 0, written: 0 }
      host.log?.(restLines(sink.name, counts.rejected))
      return { sink, counts, file: pipes.next().value, table: sink.tableFd === null ? undefined : pipes.next().value }
    })
    // What frames the pieces is added here, so the bytes that come out are what was written.
    await Promise.all(this.pipes.map(ended))
    const withBytes = written.map(({ sink, counts, file, table }) => [
      sink.name,
      { ...counts, fileBytes: file?.bytesRead ?? 0, tableBytes: table?.bytesRead ?? 0 },
    ])
    return { mode: 'import', sources, sinks: Object.fromEntries(withBytes), dropped: {} }
  }

  #join(sinks: readonly ImportSink[]): JoinedPieces[] {
    let next = 0
    const pipesAt = (index: number) => this.#runners.map((runner) => runner.pipes[index] as Socket)
    return sinks.flatMap((sink) => {
      const encoder = createEncoder(sink.format, { name: sink.name, columns: sink.fileColumns ?? [] })
      const file = joinPieces(pipesAt(next++), encoder)
      return sink.tableFd === null ? [file] : [file, joinPieces(pipesAt(next++), null)]
    })
  }

  /** Sources that are not shared are read by each process as a whole. */
  #sum(parts: readonly Progress[]): Progress {
    const sum = (all: (RunCounts | undefined)[]): SourceCount => {
      const of = (name: 'read' | 'rejected' | 'written') => all.reduce((total, one) => total + (one?.[name] ?? 0), 0)
      return { read: of('read'), rejected: of('rejected'), written: of('written') }
    }
    const names = (of: (part: Progress) => object) => [...new Set(parts.flatMap((part) => Object.keys(of(part))))]
    return {
      sources: Object.fromEntries(
        names((part) => part.sources).map((name) => {
          const all = parts.map((part) => part.sources[name])
          return [name, name === this.#input ? sum(all) : (all.find((one) => one !== undefined) ?? sum([]))]
        }),
      ),
      sinks: Object.fromEntries(
        names((part) => part.sinks).map((name) => [name, sum(parts.map((part) => part.sinks[name]))]),
      ),
    }
  }
}

const ended = (stream: Socket | JoinedPieces): Promise<void> =>
  new Promise((resolve) => {
    if (stream.readableEnded || stream.destroyed) resolve()
    stream.once('end', resolve)
    stream.once('close', resolve)
  })

/** Where a process ended by the clock or its memory, the record it counted is one of its own, not the file's. */
function withoutOwnCount(problem: unknown): unknown {
  if (!(problem instanceof RunError) || !['timeout', 'memory'].includes(problem.kind)) return problem
  return new RunError(problem.kind, problem.message, { ...problem.place, record: null }, problem.codeStack)
}
