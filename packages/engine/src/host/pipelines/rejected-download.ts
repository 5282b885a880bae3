import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { validateLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import { SourceFiles } from './source-files.ts'

export type RejectedDownload = {
  /** The file of rejected records on this machine (`outputs/rejected/rejected-file.ts`). */
  path: string
  format: 'csv' | 'xlsx'
  /** What the sheet is called. */
  name: string
}

/** The process holds a batch of records and no code; it waits for a slow reader. */
const limits = { ...validateLimits, parserMiB: 256, runMs: 60 * 60_000 }

/**
 * The rejected records as a table for people: row, line, the original columns, the reasons. Made in a process of its
 * own while it is read. The stream breaks off, with RunError, when it cannot be made whole; destroying it ends the
 * process.
 */
export async function openRejectedDownload({ path, format, name }: RejectedDownload): Promise<Readable> {
  const files = new SourceFiles()
  const stop = new AbortController()
  const out = new PassThrough()
  try {
    const file = await files.add({ path, size: 0, name, contentType: 'json', format: {} })
    const runner = new RunnerProcess(limits, files.descriptors, 1, false, { signal: stop.signal })
    const [pipe] = runner.pipes
    if (pipe === undefined) throw new RunError('setup', 'the runner has no pipe')
    out.once('close', () => stop.abort())
    runner.start({ mode: 'rejected', file, format, outFd: firstDescriptor + files.descriptors.length })
    const whole = async (): Promise<void> => {
      try {
        const flow = pipeline(pipe, out, { end: false })
        // A failure of either end is handled below.
        flow.catch(() => {})
        const result = await runner.result
        await flow
        if (result.mode !== 'rejected' || result.bytes !== pipe.bytesRead) {
          throw new RunError('setup', 'the file of rejected records is not whole')
        }
        out.end()
      } catch (problem) {
        out.destroy(problem instanceof Error ? problem : new Error(String(problem)))
      } finally {
        await runner.gone
        await files.close()
      }
    }
    void whole()
    return out
  } catch (problem) {
    await files.close()
    throw problem
  }
}
