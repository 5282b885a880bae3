import type { EndpointAnswer } from '../../protocol/messages.ts'
import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import type { EndpointPlan } from './endpoint.types.ts'

/** With more calls under way than this, further ones wait for answers and then go together, … */
const maxAhead = 8
/** … but no longer than so many ms after the last message: calls may be waiting for ctx.http. */
export const holdMs = 1

/** A call that waits for its answer. */
export type OpenCall = {
  text: string
  since: number
  /** When it was sent to a process; later than `since` where it had to wait. */
  sent: number
  /** It was under way when a runner was lost, and is tried once more by itself. */
  alone: boolean
  answer(answer: EndpointAnswer): void
  fail(problem: RunError): void
}

export type RunnerHooks = {
  serve?(kind: 'db' | 'http', args: unknown[]): Promise<unknown>
  /** It has answered calls and has room for more. */
  free(): void
  /** The process is gone with these calls unanswered; `guilty`: the one that it was at, as far as that is known. */
  lost(runner: EndpointRunner, problem: RunError, calls: OpenCall[], guilty: OpenCall | null): void
}

/** One contained process that serves an endpoint: compiled once, any number of calls under way. */
export class EndpointRunner {
  /** Rejects with RunError when the program cannot be served. */
  readonly opened: Promise<void>
  readonly open = new Map<number, OpenCall>()
  isReady = false
  /** It takes no more calls and ends with the last one that is under way. */
  isLeaving = false
  served = 0
  readonly #process: RunnerProcess
  readonly #free: () => void
  #next = 1
  #sent = 0

  constructor(plan: EndpointPlan, limits: RunnerLimits, hooks: RunnerHooks) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.opened = promise
    this.#free = hooks.free
    this.opened.catch(() => {})
    const runner = RunnerProcess.spawn(
      limits,
      { files: [], pipes: 0, hasIsolate: true, heap: 'large' },
      {
        signal: new AbortController().signal,
        ...(hooks.serve && { serve: hooks.serve }),
        opened: () => {
          this.isReady = true
          resolve()
        },
        answers: (answers) => this.#take(answers),
      },
    )
    this.#process = runner
    runner.result.catch((problem: unknown) => {
      const reason = problem instanceof RunError ? problem : new RunError('crashed', String(problem))
      reject(reason)
      const calls = [...this.open.values()]
      const guilty = this.open.get(runner.openCall) ?? null
      this.open.clear()
      hooks.lost(this, reason, calls, guilty)
    })
    runner.start({ mode: 'endpoint', ...plan, guest: loadGuestSources() })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get gone(): Promise<void> {
    return this.#process.gone
  }

  /** When the oldest call under way was sent; Infinity when there is none. */
  get oldest(): number {
    for (const call of this.open.values()) return call.sent
    return Number.POSITIVE_INFINITY
  }

  /** Whether calls are better sent together a moment later: on both sides a message costs as much as a call. */
  get isFull(): boolean {
    return this.open.size > maxAhead && performance.now() - this.#sent < holdMs
  }

  send(calls: readonly OpenCall[]): void {
    this.served += calls.length
    const sent = performance.now()
    this.#sent = sent
    this.#process.sendCalls(
      calls.map((call) => {
        const number = this.#next++
        call.sent = sent
        this.open.set(number, call)
        return [number, call.text]
      }),
    )
  }

  /** Ends the process with the last call that is under way. */
  leave(): void {
    this.isLeaving = true
    if (this.open.size === 0) this.kill()
  }

  kill(): void {
    this.#process.kill('aborted', 'The endpoint is closed')
  }

  #take(answers: readonly EndpointAnswer[]): void {
    for (const answer of answers) {
      const call = this.open.get(answer[0])
      this.open.delete(answer[0])
      call?.answer(answer)
    }
    if (this.isLeaving && this.open.size === 0) this.kill()
    else this.#free()
  }
}
