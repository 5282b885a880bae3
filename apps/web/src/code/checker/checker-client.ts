import type { CodeScope } from '../code-scope.ts'
import type { CheckerCall, CheckerCalls, CheckerReply, CheckerRequest } from './checker.types.ts'

/** The part of a worker that is used. */
export type CheckerWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** How long a question may take, the first one the fetching of the checker besides, ms. */
const maxAnswerMs = 60_000

/**
 * Asks the checker in its worker. Questions without an answer are answered with null: where the worker cannot be had, has
 * failed or takes too long, code is written without help.
 */
export class CheckerClient {
  readonly #start: () => CheckerWorker
  #worker: CheckerWorker | null = null
  #scope: CodeScope | null = null
  #nextId = 1
  #hasFailed = false
  readonly #waiting = new Map<number, { settle: (answer: unknown) => void; timer: ReturnType<typeof setTimeout> }>()

  constructor(start: () => CheckerWorker) {
    this.#start = start
  }

  /** Whether it works or may yet. */
  get isUsable(): boolean {
    return !this.#hasFailed
  }

  ask<Call extends CheckerCall>(
    call: Call,
    scope: CodeScope,
    what: CheckerCalls[Call]['with'],
  ): Promise<CheckerCalls[Call]['answer'] | null> {
    const worker = this.#open()
    if (worker === null) return Promise.resolve(null)
    const id = this.#nextId++
    const known = scope === this.#scope ? {} : { scope }
    this.#scope = scope
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#fail(), maxAnswerMs)
      this.#waiting.set(id, { settle: resolve as (answer: unknown) => void, timer })
      worker.postMessage({ id, call, ...known, ...what } as CheckerRequest)
    })
  }

  #open(): CheckerWorker | null {
    if (this.#worker !== null || this.#hasFailed) return this.#worker
    try {
      const worker = this.#start()
      worker.onmessage = ({ data }: MessageEvent<CheckerReply>) => this.#settle(data.id, data.answer)
      worker.onerror = () => this.#fail()
      this.#worker = worker
    } catch {
      this.#hasFailed = true
    }
    return this.#worker
  }

  #settle(id: number, answer: unknown): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    clearTimeout(waiting.timer)
    this.#waiting.delete(id)
    waiting.settle(answer)
  }

  #fail(): void {
    this.#hasFailed = true
    this.#worker?.terminate()
    this.#worker = null
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null)
  }
}

let shared: CheckerClient | null = null

/** The checker of the page: one for all its editors, fetched when the first of them is asked about. */
export const openChecker = (): CheckerClient =>
  (shared ??= new CheckerClient(
    () => new Worker(new URL('./checker.worker.ts', import.meta.url), { type: 'module', name: 'code checker' }),
  ))

/** The checker, where an editor has fetched it already. */
export const knownChecker = (): CheckerClient | null => shared
