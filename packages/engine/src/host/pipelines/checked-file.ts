import type { Finding, JsonSchema } from '@millrace/contract'
import { fstatSync } from 'node:fs'
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
  dataset?: (Pick<DatasetJob, 'stamp' | 'stampsDecimal' | 'isForImport'> & { open(): Promise<NewFile> }) | undefined
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
    const target = await openTarget(dataset)
    const written = typeof target === 'object' && target !== null ? target.fd : null
    const descriptors = written === null ? files.descriptors : [...files.descriptors, written]
    const ends = { ...validateLimits, ...limits, ...(written !== null && { fileBytes: maxDatasetBytes }) }
    const runner = RunnerProcess.spawn(ends, descriptors, rejected === undefined ? 0 : 1, false, {
      signal: host.signal,
      log: (lines) => host.log?.(lines),
      progress: ({ sources }) => host.progress?.(sources.file?.read ?? 0),
      findings: (batch, sheet) => host.findings?.(batch, sheet),
    })
    const ofRejected = rejected === undefined ? null : pipedFile(runner, rejected)
    runner.start({
      mode: 'validate',
      file: opened,
      rowSchema,
      schemas,
      areSchemas: areSchemas([rowSchema ?? true, ...Object.values(schemas)]),
      shownFindings,
      rejectedFd: ofRejected === null ? null : firstDescriptor + descriptors.length,
      rejectedBytes: rejected?.maxBytes ?? 0,
      dataset:
        dataset === undefined || written === null
          ? null
          : datasetJob(dataset, firstDescriptor + descriptors.length - 1),
    })
    const result = await runner.result.catch(ended)
    await runner.gone
    if (result.mode !== 'validate') throw new RunError('setup', 'the runner did another job')
    const { rejected: ofRejects, dataset: made } = result
    const lost = {
      rejected: ofRejects === null ? null : ((await ofRejected?.settled(ofRejects.bytes)) ?? null),
      dataset: typeof target === 'string' ? target : lostOf(made, written),
    }
    return {
      ...result,
      rejected: lost.rejected === null ? ofRejects : null,
      dataset: lost.dataset === null && made !== null ? { bytes: made.bytes, stamp: made.stamp } : null,
      lost,
      peakMiB: runner.peakMiB,
    }
  } finally {
    await files.close()
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
function lostOf(made: ValidateResult['dataset'], fd: number | null): string | null {
  if (made === null || fd === null) return null
  return made.problem ?? (fstatSync(fd).size === made.bytes ? null : 'some of them were lost on the way')
}

const datasetJob = (
  { stamp, stampsDecimal, isForImport }: NonNullable<FileCheck['dataset']>,
  fd: number,
): DatasetJob => ({
  ...{ fd, maxBytes: maxDatasetBytes, stamp, stampsDecimal, isForImport },
  columns: loadGuestSources().columns,
})
