import type { Finding, JsonSchema } from '@millrace/contract'
import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { maxDatasetBytes } from '../../dataset/dataset.types.ts'
import type { RejectedSummary } from '../../outputs/rejected/rejected-file.ts'
import type { DatasetJob, LogLine, RunnerFile, ValidateResult } from '../../protocol/messages.ts'
import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { areSchemas } from '../../schemas/schema-grammar.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import type { RunnerProcess } from '../processes/runner-process.ts'
import type { SpareRunner } from '../processes/spare-runner.ts'
import { CheckRunner } from './check-runner.ts'
import { PipedFile } from './piped-file.ts'
import type { FileSource, NewFile } from './ports.ts'
import { SourceFiles } from './source-files.ts'

export type FileCheck = {
  file: FileSource
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  shownFindings: number
  limits?: Partial<RunnerLimits> | undefined
  /** Where the rejected records go, and the accepted ones as a dataset; absent = nowhere. */
  rejected?: { maxBytes: number; open(): Promise<Writable> } | undefined
  dataset?:
    | (Pick<DatasetJob, 'stamp' | 'stampsDecimal' | 'isForImport' | 'fields'> & { open(): Promise<NewFile> })
    | undefined
}

/** What the runner said, and what came of its files: null where there is none, or why one could not be written. */
export type CheckedFile = Omit<ValidateResult, 'rejected' | 'dataset'> & {
  rejected: RejectedSummary | null
  dataset: { bytes: number; stamp: string } | null
  lost: { rejected: string | null; dataset: string | null }
  peakMiB: number
}

type CheckHost = {
  signal: AbortSignal
  log?(lines: LogLine[]): void
  progress?(records: number): void
  findings?(batch: Finding[], sheet: string | null): Promise<void> | void
}

/**
 * Checks one file in a process that does nothing else. `ended` makes a result of what ended the process, or throws it.
 * @param spare whose runner is taken if one waits that fits
 * @throws RunError
 */
export async function checkFile(
  check: FileCheck,
  host: CheckHost,
  ended: (problem: unknown) => ValidateResult,
  spare: SpareRunner | null = null,
): Promise<CheckedFile> {
  const files = new SourceFiles()
  try {
    const source = await files.add(check.file)
    const target = await openTarget(check.dataset)
    const opened = { files, source, target: typeof target === 'object' ? target : null }
    const checked = (await runCheck(check, opened, host, ended, spare)) ?? (await runCheck(check, opened, host, ended))
    if (checked === null) throw new RunError('setup', 'the check has not begun')
    const { result, lost, peakMiB } = checked
    if (typeof target === 'string') lost.dataset = target
    const { rejected, dataset: made } = result
    return {
      ...result,
      rejected: lost.rejected === null ? rejected : null,
      dataset: lost.dataset === null && made !== null ? { bytes: made.bytes, stamp: made.stamp } : null,
      lost,
      peakMiB,
    }
  } finally {
    await files.close()
  }
}

type Opened = { files: SourceFiles; source: RunnerFile; target: NewFile | null }

/** @returns null if the process that waited was dead before it began, so that nothing was told of the file */
async function runCheck(
  { rowSchema, schemas, shownFindings, limits, rejected, dataset }: FileCheck,
  { files, source, target }: Opened,
  { signal, log, progress, findings }: CheckHost,
  ended: (problem: unknown) => ValidateResult,
  spare: SpareRunner | null = null,
): Promise<{ result: ValidateResult; lost: CheckedFile['lost']; peakMiB: number } | null> {
  const check = await CheckRunner.open(
    { files, target, hasRejected: rejected !== undefined, limits, spare },
    { signal, log, findings, progress: ({ sources }) => progress?.(sources.file?.read ?? 0) },
  )
  try {
    const runner = check.process
    const ofRejected = rejected === undefined ? null : pipedFile(runner, rejected)
    runner.start({
      mode: 'validate',
      file: source,
      rowSchema,
      schemas,
      areSchemas: areSchemas([rowSchema ?? true, ...Object.values(schemas)]),
      shownFindings,
      rejectedFd: check.rejectedFd,
      rejectedBytes: rejected?.maxBytes ?? 0,
      dataset: dataset === undefined || check.datasetFd === null ? null : datasetJob(dataset, check.datasetFd),
    })
    const result = await runner.result.catch((problem: unknown) => (check.wasDead(problem) ? null : ended(problem)))
    await runner.gone
    if (result === null) return null
    if (result.mode !== 'validate') throw new RunError('setup', 'the runner did another job')
    const lost = {
      rejected: result.rejected === null ? null : ((await ofRejected?.settled(result.rejected.bytes)) ?? null),
      dataset: await lostOf(result.dataset, check, target),
    }
    return { result, lost, peakMiB: runner.peakMiB }
  } finally {
    await check.close()
  }
}

/** @returns why there is none, if it cannot be opened */
async function openTarget(dataset: FileCheck['dataset']): Promise<NewFile | string | null> {
  if (dataset === undefined) return null
  return dataset.open().catch((problem: unknown) => (problem instanceof Error ? problem.message : String(problem)))
}

function pipedFile(runner: RunnerProcess, { open, maxBytes }: NonNullable<FileCheck['rejected']>): PipedFile {
  const [pipe] = runner.pipes
  if (pipe === undefined) throw new RunError('setup', 'the runner has no pipe')
  const tooMuch = () => runner.kill('result', 'the run wrote more rejected records than it may')
  return new PipedFile(pipe, open, { maxBytes, tooMuch })
}

/** Why a dataset is not whole, or null; the runner is not taken at its word. */
async function lostOf(
  made: ValidateResult['dataset'],
  check: CheckRunner,
  target: NewFile | null,
): Promise<string | null> {
  if (made === null || target === null) return null
  if (made.problem !== null) return made.problem
  try {
    await check.collect(made.bytes)
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem)
  }
  return fstatSync(target.fd).size === made.bytes ? null : 'some of them were lost on the way'
}

const datasetJob = (
  { stamp, stampsDecimal, isForImport, fields }: NonNullable<FileCheck['dataset']>,
  fd: number,
): DatasetJob => ({
  ...{ fd, maxBytes: maxDatasetBytes, stamp, stampsDecimal, isForImport, fields },
  columns: loadGuestSources().columns,
})
