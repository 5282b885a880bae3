import type { FileFormat, InferredSchema } from '@millrace/contract'
import type { RunnerLimits } from '../../runs/limits.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { convertLimits } from './convert-file.ts'
import type { FileSource } from './ports.ts'
import { SourceFiles } from './source-files.ts'
import { openUnnamed } from './unnamed-file.ts'

export type ExampleFile = Pick<FileSource, 'name' | 'contentType'> & {
  content: Uint8Array
  omitStartingArray: boolean
  /** How the file is read; absent = all of it is detected. */
  format?: FileFormat | undefined
  /** Its records are described, as an upload has them, also where it is one JSON document. */
  isSource?: boolean
}
/** `problem`: why there is no schema, as a sentence. */
export type Inferred = { inferred: InferredSchema; problem: null } | { inferred: null; problem: string }

/**
 * One draft-07 schema of several files of any kinds (SCH-026), and what each field was inferred from. Read in a process
 * of its own, which what a file does to it ends.
 * @throws RunError of kind aborted, setup
 */
export async function inferFileSchema(
  files: readonly ExampleFile[],
  { signal, limits }: { signal: AbortSignal; limits?: Partial<RunnerLimits> },
): Promise<Inferred> {
  const sources = new SourceFiles()
  try {
    const examples = []
    for (const { name, contentType, content, omitStartingArray, format = {}, isSource = false } of files) {
      const add = (path: string) => sources.add({ path, size: content.length, name, contentType, format })
      examples.push({ file: await openUnnamed(content, add), omitStartingArray, isSource })
    }
    const runner = RunnerProcess.spawn(
      { ...convertLimits, ...limits },
      { files: sources.inputs, pipes: 0, hasIsolate: false },
      { signal },
    )
    runner.start({ mode: 'infer', examples })
    try {
      const result = await runner.result
      if (result.mode !== 'infer') throw new RunError('setup', 'the runner did another job')
      return result.inferred === null
        ? { inferred: null, problem: result.problem ?? 'it cannot be read' }
        : { inferred: result.inferred, problem: null }
    } catch (problem) {
      if (!(problem instanceof RunError) || problem.kind === 'aborted' || problem.kind === 'setup') throw problem
      return { inferred: null, problem: faultText(problem) }
    } finally {
      await runner.gone
    }
  } finally {
    await sources.close()
  }
}
