import type { JsonSchema } from '@millrace/contract'
import { type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import type { FileSource } from './ports.ts'
import { ImportDatasets } from './import-datasets.ts'

export type SampleRequest = {
  /** Of rejected records their own file (`outputs/rejected/rejected-file.ts`). */
  file: FileSource
  which: 'first' | 'random' | 'rejected'
  count: number
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
}
/** `read`: records that were looked at; `cut`: some are left out for their size; `problem`: why there are none. */
export type SampledRecords = { records: unknown[]; read: number; cut: boolean; problem: string | null }

/** A person waits for it: a random choice out of a very large file ends with what it takes too long for. */
const sampleLimits: RunnerLimits = { ...validateLimits, parserMiB: 256, runMs: 60_000 }
/** Characters of all records together. */
const maxBytes = 1 << 20

/**
 * Some records of a stored file for people who test with them: valid ones as an import hands them on, rejected ones as
 * they stand in the file. Read in a process of its own.
 * @throws RunError of kind aborted, setup
 */
export async function sampleRecords(
  { file, which, count, rowSchema, schemas }: SampleRequest,
  { signal, limits }: { signal: AbortSignal; limits?: Partial<RunnerLimits> },
): Promise<SampledRecords> {
  const files = new ImportDatasets()
  try {
    const opened =
      which === 'rejected'
        ? await files.addOther(file.path)
        : await files.add(
            file,
            { rowSchema, schemas, limits: { ...sampleLimits, ...limits } },
            { signal, tell: () => {} },
          )
    const runner = RunnerProcess.spawn(
      { ...sampleLimits, ...limits },
      { files: files.inputs, pipes: 0, hasIsolate: false },
      { signal },
    )
    const { columns } = loadGuestSources()
    runner.start({ mode: 'sample', file: opened, which, count, maxBytes, columns })
    try {
      const result = await runner.result
      if (result.mode !== 'sample') throw new RunError('setup', 'the runner did another job')
      const { mode: _, ...sampled } = result
      return sampled
    } finally {
      await runner.gone
    }
  } catch (problem) {
    if (!(problem instanceof RunError) || problem.kind === 'aborted' || problem.kind === 'setup') throw problem
    return { records: [], read: 0, cut: false, problem: faultText(problem) }
  } finally {
    await files.close()
  }
}
