import { PassThrough, type Readable } from 'node:stream'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { RejectedJob, RunnerFile, RunnerResult, TableJob } from '../../protocol/messages.ts'
import { type RunnerLimits, validateLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import type { FileSource } from './ports.ts'
import { SourceFiles } from './source-files.ts'

/** The process holds a batch of records and no code; it waits for a slow reader. */
const usualLimits: RunnerLimits = { ...validateLimits, parserMiB: 256, runMs: 60 * 60_000 }

/**
 * `begun` is there with the first bytes (null), or with the result where there are none before it.
 * @throws RunError, `begun` too, when nothing can be made
 */
export type DownloadStream = { stream: Readable; begun: Promise<RunnerResult | null> }

/**
 * A file that is made of another one in a process of its own, while it is read. The stream breaks off, with RunError,
 * when it cannot be made whole; destroying it, or the signal, ends the process.
 */
export async function openDownloadStream(
  source: FileSource,
  jobOf: (file: RunnerFile, outFd: number) => RejectedJob | TableJob,
  { signal, limits }: { signal?: AbortSignal; limits?: Partial<RunnerLimits> } = {},
): Promise<DownloadStream> {
  const files = new SourceFiles()
  const stop = new AbortController()
  const out = new PassThrough()
  try {
    const file = await files.add(source)
    const ends = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal])
    const runner = RunnerProcess.spawn(
      { ...usualLimits, ...limits },
      { files: files.inputs, pipes: 1, hasIsolate: false },
      { signal: ends },
    )
    const [pipe] = runner.pipes
    if (pipe === undefined) throw new RunError('setup', 'the runner has no pipe')
    out.once('close', () => stop.abort())
    const job = jobOf(file, firstDescriptor + files.descriptors.length)
    runner.start(job)
    const firstBytes = once(pipe, 'data').then(() => null)
    const begun = Promise.race([firstBytes, runner.result])
    // Whoever does not wait for it learns of a failure from the stream.
    for (const promise of [firstBytes, begun]) promise.catch(() => {})
    const whole = async (): Promise<void> => {
      try {
        const flow = pipeline(pipe, out, { end: false })
        // A failure of either end is handled below.
        flow.catch(() => {})
        const result = await runner.result
        await flow
        if (result.mode !== job.mode || !('bytes' in result) || result.bytes !== pipe.bytesRead) {
          throw new RunError('setup', 'the file to download is not whole')
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
    return { stream: out, begun }
  } catch (problem) {
    await files.close()
    throw problem
  }
}
