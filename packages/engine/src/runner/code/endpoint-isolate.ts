import { randomInt } from 'node:crypto'
import { vertexPaths } from '../../components/vertex-paths.ts'
import type { EndpointJob } from '../../protocol/messages.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { type CodePlace, type RunError, unknownPlace } from '../../runs/run-error.ts'
import { CodeErrorMapper } from './code-error-mapper.ts'
import { repliesText, type ServeRequests } from './code-isolate.ts'
import { CodeSampler } from './code-sampler.ts'
import { type GuestApi, type GuestRealm, type Ivm, openRealm } from './guest-realm.ts'
import { loadProgram } from './load-program.ts'

/** A call: its number, and its body as text. */
type Call = readonly [number: number, text: string]
/** The answer of a call: JSON of the output, or what its code threw. */
export type CallAnswer = readonly [number: number, output: string, fault: RunError | null]
type Taken = [answers: (number | string)[], asked: string, open: boolean]

/** Endpoints draw other numbers in every process. */
const drawSeed = () => Array.from({ length: 4 }, () => randomInt(2 ** 32) | 0)

/**
 * What its realm cannot answer ends the process: an unhandled rejection is the fault it tells its parent.
 *
 * The warm isolate of a published endpoint (S1). It is asked for many calls at once, and answers them in any order; what
 * takes too long is ended from outside, by who reads `age` and `call`.
 */
export class EndpointIsolate {
  readonly #realm: GuestRealm
  readonly #faults: CodeErrorMapper
  readonly #sampler: CodeSampler
  readonly #serve: ServeRequests
  readonly #answer: (answers: CallAnswer[]) => void
  readonly #waits: boolean
  readonly #replyChars: number
  #applied = 0
  #seenTurn = 0
  #since = 0
  #isTaking = false
  #takeAgain = false

  /** @throws RunError of kind syntax */
  constructor(
    ivm: Ivm,
    job: EndpointJob,
    limits: RunnerLimits,
    host: { serve: ServeRequests; answer(answers: CallAnswer[]): void },
  ) {
    const { program } = job
    const run = { ...job, now: new Date(0).toISOString(), seed: drawSeed() }
    this.#replyChars = limits.replyChars
    this.#serve = host.serve
    this.#answer = host.answer
    this.#waits = program.sources.some((source) => source.async)
    this.#faults = new CodeErrorMapper(program, vertexPaths(program.graph))
    this.#realm = openRealm(ivm, run, limits, 'calls')
    this.#sampler = new CodeSampler(this.#realm.isolate, (source) => !this.#faults.isClosed(source))
    loadProgram(this.#realm, program, job.rtContext, limits.loadMs)
  }

  /** How long the code has been at one call, in ms, or null between calls. */
  get age(): number | null {
    if (this.#applied === 0) return null
    const turn = this.#realm.turn[0] ?? 0
    if (turn !== this.#seenTurn) {
      this.#seenTurn = turn
      this.#since = performance.now()
    }
    return performance.now() - this.#since
  }

  /** Number of the call that the code is at, or 0. */
  get call(): number {
    return this.#applied === 0 ? 0 : (this.#realm.turn[0] ?? 0)
  }

  get place(): CodePlace {
    if (this.#applied === 0) return unknownPlace
    const [vertex = 0, record = 0, source = 0, ...items] = this.#realm.at
    const place = this.#faults.place(vertex, record, source, this.#sampler.last)
    return { ...place, items: items.filter((item) => item > 0) }
  }

  sample(): void {
    this.#sampler.sample()
  }

  serve(calls: readonly Call[]): void {
    const now = Date.now()
    const moment = [now, new Date(now).toISOString(), randomInt(2 ** 31)]
    if (this.#waits) {
      // Each by itself, so that it is known whose code goes on after a wait.
      const begun = calls.map((call) => this.#apply('serveWaiting', [...moment, ...call]))
      void Promise.all(begun).then(() => this.#take())
      return
    }
    const numbers = calls.map(([number]) => number)
    void this.#apply('serve', [...moment, numbers, calls.map(([, text]) => text)]).then((answers) => {
      this.#answer((answers as string[]).map((text, index) => this.#answerOf(numbers[index] ?? 0, text)))
    })
  }

  /** Hands on what is answered and asks for what is wanted, one after the other. */
  async #take(): Promise<void> {
    this.#takeAgain = true
    if (this.#isTaking) return
    this.#isTaking = true
    while (this.#takeAgain) {
      this.#takeAgain = false
      const [answers, asked] = (await this.#apply('take', [])) as Taken
      const told: CallAnswer[] = []
      for (let i = 0; i < answers.length; i += 2) {
        told.push(this.#answerOf(answers[i] as number, answers[i + 1] as string))
      }
      if (told.length > 0) this.#answer(told)
      if (asked !== '') void this.#ask(asked)
    }
    this.#isTaking = false
  }

  async #ask(asked: string): Promise<void> {
    const replies = await this.#serve(JSON.parse(asked) as Parameters<ServeRequests>[0])
    const told = replies.map((reply) => this.#apply('reply', [repliesText([reply], this.#replyChars)]))
    await Promise.all(told)
    await this.#take()
  }

  #answerOf(number: number, text: string): CallAnswer {
    if (text.startsWith('+')) return [number, text.slice(1), null]
    return [number, '', this.#faults.fromGuest(text.slice(1))]
  }

  async #apply(name: keyof GuestApi, args: unknown[]): Promise<unknown> {
    if (this.#applied++ === 0) {
      this.#since = performance.now()
      this.#sampler.forget()
    }
    try {
      return await this.#realm.api[name].apply(undefined, args, { arguments: { copy: true }, result: { copy: true } })
    } catch (problem) {
      throw this.#faults.fromHost(problem, this.place)
    } finally {
      this.#applied--
    }
  }
}
