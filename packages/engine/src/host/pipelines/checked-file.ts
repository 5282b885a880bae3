import type { Finding, JsonSchema } from '@millrace/contract'
import type { Writable } from 'node:stream'
import { maxDatasetBytes } from '../../dataset/dataset.types.ts'
import type { RejectedSummary } from '../../outputs/rejected/rejected-file.ts'
import type { DatasetJob, LogLine, ValidateResult } from '../../protocol/messages.ts'
import { RunError } from '../../runs/run-error.ts'
import { type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { areSchemas } from '../../schemas/schema-grammar.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import { PipedFile } from './piped-file.ts'
import type { FileSource } from './ports.ts'
import { SourceFiles } from './source-files.ts'

export type FileCheck = {
  file: FileSource
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  shownFindings: number
  limits?: Partial<RunnerLimits> | undefined
  /** Where the rejected records go, and the accepted ones as a dataset; absent = nowhere. */
  rejected?: { maxBytes: number; open(): Promise<Writable> } | undefined
  dataset?: (Pick<DatasetJob, 'stamp' | 'stampsDecimal' | 'isForImport'> & { open(): Promise<Writable> }) | undefined
}

/** What the runner said, and what came of its files: null where there is none, or why one could not be written. */
export type CheckedFile = Omit<ValidateResult, 'rejected' | 'dataset'> & {
  rejected: RejectedSummary | null
  dataset: ValidateResult['dataset']
  lost: { rejected: string | null; dataset: string | null }
  peakMiB: number
}

type CheckHost = {
  signal: AbortSignal
  log?(lines: LogLine[]): void
  progress?(records: number): void
  findings?(batch: Finding[]): Promise<void> | void
}

/**
 * Checks one file in a process of its own. `ended` makes a result of what ended the process, or throws it.
 * @throws RunError
 */
export async function checkFile(
  { file, rowSchema, schemas, shownFindings, limits, rejected, dataset }: FileCheck,
  host: CheckHost,
  ended: (problem: unknown) => ValidateResult,
): Promise<CheckedFile> {
  const files = new SourceFiles()
  try {
    const opened = await files.add(file)
    const { descriptors } = files
    const pipes = (rejected === undefined ? 0 : 1) + (dataset === undefined ? 0 : 1)
    const runner = new RunnerProcess({ ...validateLimits, ...limits }, descriptors, pipes, false, {
      signal: host.signal,
      log: (lines) => host.log?.(lines),
      progress: ({ sources }) => host.progress?.(sources.file?.read ?? 0),
      findings: (batch) => host.findings?.(batch),
    })
    let next = 0
    const take = (open: () => Promise<Writable>, maxBytes: number, what: string) => {
      const pipe = runner.pipes[next]
      const fd = firstDescriptor + descriptors.length + next++
      if (pipe === undefined) throw new RunError('setup', 'the runner has no pipe')
      const tooMuch = () => runner.kill('result', `the run wrote more ${what} records than it may`)
      return { fd, flow: new PipedFile(pipe, open, { maxBytes, tooMuch }) }
    }
    const ofRejected = rejected === undefined ? null : take(rejected.open, rejected.maxBytes, 'rejected')
    const ofDataset = dataset === undefined ? null : take(dataset.open, maxDatasetBytes, 'accepted')
    runner.start({
      mode: 'validate',
      file: opened,
      rowSchema,
      schemas,
      areSchemas: areSchemas([rowSchema ?? true, ...Object.values(schemas)]),
      shownFindings,
      rejectedFd: ofRejected?.fd ?? null,
      rejectedBytes: rejected?.maxBytes ?? 0,
      dataset: dataset === undefined || ofDataset === null ? null : datasetJob(dataset, ofDataset.fd),
    })
    const result = await runner.result.catch(ended)
    await runner.gone
    if (result.mode !== 'validate') throw new RunError('setup', 'the runner did another job')
    const lost = {
      rejected: result.rejected === null ? null : ((await ofRejected?.flow.settled(result.rejected.bytes)) ?? null),
      dataset: result.dataset === null ? null : ((await ofDataset?.flow.settled(result.dataset.bytes)) ?? null),
    }
    return {
      ...result,
      rejected: lost.rejected === null ? result.rejected : null,
      dataset: lost.dataset === null ? result.dataset : null,
      lost,
      peakMiB: runner.peakMiB,
    }
  } finally {
    await files.close()
  }
}

const datasetJob = (
  { stamp, stampsDecimal, isForImport }: NonNullable<FileCheck['dataset']>,
  fd: number,
): DatasetJob => ({
  ...{ fd, maxBytes: maxDatasetBytes, stamp, stampsDecimal, isForImport },
  columns: loadGuestSources().columns,
})
