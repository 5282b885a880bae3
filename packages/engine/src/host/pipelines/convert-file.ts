import type { FileSource } from './ports.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import { type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { SourceFiles } from './source-files.ts'
import { openUnnamed } from './unnamed-file.ts'

export type ConvertRequest = Pick<FileSource, 'name' | 'contentType'> & {
  content: Uint8Array
  /** Absent = all of it is detected. */
  format?: FileSource['format']
}
/** `problem`: why there is no value, as a sentence. */
export type Converted = { value: unknown; problem: string | null }

/** A person waits for it, and gets the whole value at once. */
export const convertLimits: RunnerLimits = { ...validateLimits, parserMiB: 384, runMs: 60_000 }
const maxBytes = 12 << 20

/**
 * A file as JSON, for people who test with it (API-032): delimited text, XML and the first sheet of a workbook as a list
 * of objects, JSON as it is. Read in a process of its own, which what the file does to it ends.
 * @throws RunError of kind aborted, setup
 */
export async function convertFile(
  { name, contentType, content, format = {} }: ConvertRequest,
  { signal, limits }: { signal: AbortSignal; limits?: Partial<RunnerLimits> },
): Promise<Converted> {
  const files = new SourceFiles()
  try {
    const file = await openUnnamed(content, (path) =>
      files.add({ path, size: content.length, name, contentType, format }),
    )
    const runner = RunnerProcess.spawn(
      { ...convertLimits, ...limits },
      { files: files.inputs, pipes: 0, hasIsolate: false },
      { signal },
    )
    runner.start({ mode: 'convert', file, maxBytes })
    try {
      const result = await runner.result
      if (result.mode !== 'convert') throw new RunError('setup', 'the runner did another job')
      return { value: result.value, problem: result.problem }
    } catch (problem) {
      if (!(problem instanceof RunError) || problem.kind === 'aborted' || problem.kind === 'setup') throw problem
      return { value: null, problem: faultText(problem) }
    } finally {
      await runner.gone
    }
  } finally {
    await files.close()
  }
}
