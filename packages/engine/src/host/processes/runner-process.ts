import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Finding } from '@millrace/contract'
import type { EndpointAnswer, FromRunner, RunnerJob, RunnerResult, ToRunner } from '../../protocol/messages.ts'
import { encodeFrame, FrameReader, FrameTooLargeError } from '../../protocol/frames.ts'
import { killAtMiB, type RunnerLimits } from '../../runs/limits.ts'
import { MemoryGauge } from './memory-gauge.ts'
import { type CodePlace, unknownPlace, RunError, type RunErrorKind } from '../../runs/run-error.ts'
import { type RunnerSetup, type SpawnedRunner, spawnRunner } from './spawn-runner.ts'

const pollMs = 25

export type RunnerHost = {
  log?(lines: Extract<FromRunner, { kind: 'log' }>['lines']): void
  findings?(findings: Finding[], sheet: string | null): Promise<void> | void
  progress?(counts: Extract<FromRunner, { kind: 'progress' }>): void
  /** Answers a request of component code; absent = none are served. */
  serve?(kind: 'db' | 'http', args: unknown[]): Promise<unknown>
  /** Of an endpoint: it takes calls, and answers them. */
  opened?(): void
  answers?(answers: readonly EndpointAnswer[]): void
  signal: AbortSignal
}

/**
 * One disposable process for one job, watched from outside: memory every 25 ms, the age of its open call, its
 * heartbeats. It always ends by SIGKILL, at the latest with `result`.
 */
export class RunnerProcess {
  /** Rejects with RunError. */
  readonly result: Promise<RunnerResult>
  /** Settles when the process is gone. */
  readonly gone: Promise<void>
  /** Pipes of what the job writes, in the order of its descriptors. */
  readonly pipes: Socket[]
  /** Number of the first of them inside the process. */
  readonly firstPipe: number
  readonly pid: number | undefined
  readonly #process: ChildProcess
  readonly #limits: RunnerLimits
  readonly #host: RunnerHost
  readonly #gauge: MemoryGauge
  readonly #frames: FrameReader
  #settle: { done(result: RunnerResult): void; failed(problem: RunError): void }
  #isSettled = false
  #hasBegun = false
  #endReason: RunError | null = null
  #stderr = ''
  #place: CodePlace = unknownPlace
  #callAge: number | null = null
  #serving = 0
  #call = 0
  #lastMessageAt = performance.now()
  #lastCheckAt = performance.now()
  readonly #started = performance.now()

  /** One that is started for this job. */
  static spawn(limits: RunnerLimits, setup: RunnerSetup, host: RunnerHost): RunnerProcess {
    return new RunnerProcess(limits, spawnRunner(limits, setup), host)
  }

  /** @param spawned a process that has had no job yet; its clocks begin to run now */
  constructor(limits: RunnerLimits, { child, pipes, firstPipe }: SpawnedRunner, host: RunnerHost) {
    this.#limits = limits
    this.#host = host
    this.#frames = new FrameReader(limits.frameBytes)
    const { promise, resolve, reject } = Promise.withResolvers<RunnerResult>()
    this.result = promise
    this.result.catch(() => {})
    this.#settle = { done: resolve, failed: reject }
    this.#process = child
    this.pipes = pipes
    this.firstPipe = firstPipe
    this.pid = child.pid
    this.#gauge = new MemoryGauge(child.pid)
    const timer = setInterval(() => this.#checkLimits(), pollMs)
    const stop = () => this.kill('aborted', 'The run was stopped')
    host.signal.addEventListener('abort', stop)
    this.gone = new Promise((settled) => {
      let ended = false
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        if (ended) return
        ended = true
        clearInterval(timer)
        this.#gauge.close()
        host.signal.removeEventListener('abort', stop)
        this.#ended(code, signal)
        settled()
      }
      // 'close' comes after the last byte of stdout, so that the result is read before the end is judged.
      child.on('close', end)
      child.on('exit', (code, signal) => setTimeout(() => end(code, signal), 200).unref())
      child.on('error', (problem) => {
        this.#fail(new RunError('crashed', `the runner cannot be started: ${problem.message}`))
        if (child.pid === undefined) end(null, null)
      })
    })
    child.stdin?.on('error', () => {
      // The process is gone; its exit says why.
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-4096)
    })
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk))
    if (host.signal.aborted) stop()
  }

  get peakMiB(): number {
    return Math.round(this.#gauge.peakMiB)
  }

  /** Whether it has said anything of its job: its first heartbeat comes ten milliseconds after it. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  start(job: RunnerJob): void {
    this.#send({ kind: 'start', job, limits: this.#limits })
  }

  /** Bodies of calls for a process that serves an endpoint. */
  sendCalls(calls: [number, string][]): void {
    this.#send({ kind: 'calls', calls })
  }

  /** Number of the call of an endpoint that the code was last known to be at, or 0. */
  get openCall(): number {
    return this.#call
  }

  /** Ends the process at once; `result` rejects with this reason unless it is settled. `gone` says when it is done. */
  kill(kind: RunErrorKind, message: string): void {
    const place = kind === 'timeout' || kind === 'memory' ? this.#place : unknownPlace
    this.#fail(new RunError(kind, message, place))
  }

  #fail(problem: RunError): void {
    this.#endReason ??= problem
    if (!this.#isSettled) {
      this.#isSettled = true
      this.#settle.failed(this.#endReason)
    }
    this.#process.kill('SIGKILL')
  }

  #send(message: ToRunner): void {
    if (!this.#isSettled) this.#process.stdin?.write(encodeFrame(message))
  }

  #checkLimits(): void {
    const now = performance.now()
    // A stall of this process must not count against the runner: its heartbeats are waiting to be read.
    const late = now - this.#lastCheckAt - pollMs
    if (late > 500) this.#lastMessageAt += late
    this.#lastCheckAt = now
    if (this.#isSettled) return
    const { callMs, graceMs, stallMs, runMs } = this.#limits
    const maxMiB = killAtMiB(this.#limits)
    if (this.#gauge.read() > maxMiB) this.kill('memory', `the run used more than ${maxMiB} MiB of memory`)
    else if (this.#callAge !== null && this.#callAge > callMs + graceMs) {
      this.kill('timeout', 'the code took too long')
    } else if (this.#serving === 0 && now - this.#lastMessageAt > stallMs) {
      this.kill('timeout', `nothing happened for ${Math.round(stallMs / 1000)} s`)
    } else if (now - this.#started > runMs) this.kill('timeout', `the run took longer than ${runMs / 60_000} min`)
  }

  #read(chunk: Buffer): void {
    if (this.#isSettled) return
    let messages: FromRunner[]
    try {
      messages = this.#frames.push(chunk) as FromRunner[]
    } catch (problem) {
      const large = problem instanceof FrameTooLargeError
      this.kill(large ? 'result' : 'crashed', large ? 'the result is too large' : 'the runner sent a broken message')
      return
    }
    this.#lastMessageAt = performance.now()
    for (const message of messages) this.#handle(message)
  }

  #handle(message: FromRunner): void {
    if (message.kind !== 'ready') this.#hasBegun = true
    switch (message.kind) {
      case 'ready':
        return
      case 'heartbeat':
        this.#callAge = message.age
        this.#place = message.place ?? unknownPlace
        this.#call = message.call ?? 0
        return
      case 'opened':
        this.#host.opened?.()
        return
      case 'answers':
        this.#host.answers?.(message.answers)
        return
      case 'log':
        this.#host.log?.(message.lines)
        return
      case 'progress':
        this.#host.progress?.(message)
        return
      case 'findings':
        this.#answer(async () => {
          await this.#host.findings?.(message.findings, message.sheet)
          this.#send({ kind: 'ack' })
        })
        return
      case 'ask':
        this.#answer(async () => this.#send({ kind: 'replies', replies: await this.#serve(message.requests) }))
        return
      case 'done':
        this.#isSettled = true
        this.#settle.done(message.result)
        this.#process.kill('SIGKILL')
        return
      case 'fault': {
        const { kind, message: text, place, stack } = message.fault
        this.#fail(new RunError(kind, text, place, stack))
        return
      }
      default:
        this.kill('crashed', 'the runner sent an unknown message')
    }
  }

  #answer(work: () => Promise<void>): void {
    this.#serving++
    work()
      .catch((problem: unknown) => this.kill('setup', problem instanceof Error ? problem.message : String(problem)))
      .finally(() => {
        this.#serving--
      })
  }

  async #serve(requests: [number, 'db' | 'http', unknown[]][]): Promise<[number, boolean, unknown][]> {
    const { serve } = this.#host
    return Promise.all(
      requests.map(async ([id, kind, args]): Promise<[number, boolean, unknown]> => {
        if (serve === undefined) return [id, false, `ctx.${kind} is not configured`]
        try {
          return [id, true, await serve(kind, args)]
        } catch (problem) {
          return [id, false, problem instanceof Error ? problem.message : String(problem)]
        }
      }),
    )
  }

  /** The process ended by itself: its exit says why. */
  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#isSettled) return
    const memory = signal === 'SIGABRT' || /heap limit|out of memory|allocation failed/i.test(this.#stderr)
    const problem = memory
      ? new RunError('memory', 'the run used too much memory', this.#place)
      : new RunError(
          signal === 'SIGKILL' || signal === 'SIGTERM' ? 'killed' : 'crashed',
          `the runner ended with ${signal ?? `code ${code}`}`,
          this.#place,
        )
    this.#fail(problem)
  }
}
