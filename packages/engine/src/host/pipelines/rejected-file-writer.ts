import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import type { RejectedSummary } from '../../outputs/rejected/rejected-file.ts'
import type { ValidateHost } from './ports.ts'
import type { RunnerProcess } from '../processes/runner-process.ts'

/**
 * Moves rejected records from the runner to the host's file, which is opened at the first byte: most files have none.
 * A file that cannot be written costs the download, not the validation.
 */
export class RejectedFileWriter {
  readonly #host: ValidateHost
  readonly #flow: Promise<void>
  #bytes = 0
  #problem: string | null = null

  constructor(runner: Pick<RunnerProcess, 'pipes' | 'kill'>, host: ValidateHost, maxBytes: number) {
    this.#host = host
    const [pipe] = runner.pipes
    const tooMuch = () => runner.kill('result', 'the run wrote more rejected records than it may')
    this.#flow = pipe === undefined ? Promise.resolve() : this.#move(pipe, maxBytes, tooMuch)
  }

  /** Waits for the last byte. @returns null when nothing was kept, or not all of it */
  async settled(said: RejectedSummary | null): Promise<RejectedSummary | null> {
    await this.#flow
    if (said === null) return null
    if (this.#problem === null && said.bytes !== this.#bytes) this.#problem = 'some of them were lost on the way'
    if (this.#problem === null) return said
    this.#host.log('warn', `The rejected records cannot be downloaded, they could not be kept: ${this.#problem}`)
    return null
  }

  async #move(pipe: Socket, maxBytes: number, tooMuch: () => void): Promise<void> {
    let file: Writable | null = null
    try {
      for await (const chunk of pipe) {
        this.#bytes += (chunk as Buffer).length
        // The runner keeps to the limit by itself; one that does not is no longer trusted.
        if (this.#bytes > maxBytes) tooMuch()
        // After a fault the rest is read and dropped, or the runner would wait for ever.
        if (this.#problem !== null) continue
        try {
          file ??= (await this.#host.openRejected?.()) ?? null
          await written(file, chunk as Buffer)
        } catch (problem) {
          this.#problem = textOf(problem)
        }
      }
      if (this.#problem === null) await ended(file)
    } catch (problem) {
      this.#problem ??= textOf(problem)
    }
  }
}

const textOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

/** One chunk at a time, so that the pipe, and with it the runner, waits for a slow disk. */
const written = (file: Writable | null, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    if (file === null) reject(new Error('nobody takes them'))
    else file.write(chunk, (problem) => (problem ? reject(problem) : resolve()))
  })

const ended = (file: Writable | null): Promise<void> =>
  new Promise((resolve, reject) => {
    if (file === null) resolve()
    else file.end((problem?: Error | null) => (problem ? reject(problem) : resolve()))
  })
