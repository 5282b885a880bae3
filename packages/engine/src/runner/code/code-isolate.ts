import type { LinkValue } from '@millrace/contract'
import type { Program } from '../../components/program.ts'
import { vertexPaths } from '../../components/vertex-paths.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { type CodePlace, unknownPlace, RunError } from '../../runs/run-error.ts'
import { CodeErrorMapper, NotPlainDataError } from './code-error-mapper.ts'
import { CodeSampler } from './code-sampler.ts'
import { type BareIsolate, type GuestApi, type GuestRealm, type Ivm, openRealm } from './guest-realm.ts'
import { loadProgram } from './load-program.ts'
import type { CodeRun, ImportSource, LogLevel, LogLine } from '../../protocol/messages.ts'
import { isPacked, type PackedRows, type RowPacker, createRowPacker } from '../columns/packed-rows.ts'

/** Answers requests of ctx.db and ctx.http: [id, ok, value] for each. */
export type ServeRequests = (requests: Requests) => Promise<Replies>
type Requests = [number, 'db' | 'http', unknown[]][]
type Replies = [number, boolean, unknown][]

/** Records by own output port, in order; `more` says that another call brings the rest. */
export type CallResult = { rows: Record<string, unknown[] | PackedRows>; more: boolean }
type GuestLine = [level: LogLevel, vertex: number, record: number, message: string]
type GuestAnswer = CallResult & { failure: string; lines: string }

export type RunSummary = { dropped: Partial<Record<LogLevel, number>>; singles: string[]; silent: string[] }

/** Time between two readings of what a test run has logged so far. */
const liveMs = 100

/**
 * The isolate with one program loaded. Calls are answered in the order they are made; several may be under way, since
 * the isolate works on a thread of its own.
 */
export class CodeIsolate {
  readonly #realm: GuestRealm
  readonly #faults: CodeErrorMapper
  readonly #sampler: CodeSampler
  /** By port; a test run shows whole records, so that it has none. */
  readonly #fields: ReadonlyMap<string, string[] | null>
  readonly #limits: RunnerLimits
  readonly #log: (lines: LogLine[]) => void
  readonly #serve: ServeRequests
  readonly #name: string
  readonly #paths: string[]
  readonly packer: RowPacker
  readonly #async: boolean
  readonly #requests: boolean
  readonly #open = new Set<number>()
  #turn: Promise<unknown> = Promise.resolve()
  #servedMs = 0
  #calls = 0
  /** Log lines that came with answers, that were read before, and that were told: the same lines in the same order. */
  #answeredLines = 0
  #liveLines = 0
  #toldLines = 0
  #liveTimer: NodeJS.Timeout | undefined

  /** @throws RunError of kind syntax */
  constructor(
    ivm: Ivm,
    run: CodeRun & { mode: 'import' | 'execute'; sources?: Pick<ImportSource, 'dataSubKind' | 'fields'>[] },
    limits: RunnerLimits,
    log: (lines: LogLine[]) => void,
    serve: ServeRequests,
    bare?: BareIsolate,
  ) {
    const { program } = run
    this.#fields = new Map(run.sources?.map(({ dataSubKind, fields }) => [dataSubKind, fields]))
    this.#limits = limits
    this.#log = log
    this.#serve = serve
    this.#async = program.sources.some((source) => source.async)
    this.#requests = program.sources.some((source) => source.db || source.io)
    this.#name = program.name
    this.#paths = vertexPaths(program.graph)
    this.#faults = new CodeErrorMapper(program, this.#paths)
    this.packer = createRowPacker(run.guest.columns)
    this.#realm = openRealm(ivm, run, limits, run.mode === 'execute' ? 'keep' : 'import', bare)
    this.#sampler = new CodeSampler(this.#realm.isolate, (source) => !this.#faults.isClosed(source))
    loadProgram(this.#realm, program, run.rtContext, limits.loadMs)
    if (this.#realm.live !== null) this.#liveTimer = setInterval(() => this.#takeLiveLines(), liveMs)
  }

  /** Calls that may be under way at once: code that sends requests is called one batch at a time. */
  get inFlight(): number {
    return this.#requests ? 1 : this.#limits.inFlight
  }

  /** Age in ms of the call that runs now, or null. The clock stands while the host serves requests. */
  get age(): number | null {
    return this.#open.size === 0 ? null : Math.max(0, performance.now() - this.#since)
  }
  #since = 0

  /** Where the code is now, known without asking it; nowhere between calls. */
  get place(): CodePlace {
    if (this.#open.size === 0) return unknownPlace
    const [vertex = 0, record = 0, source = 0, ...items] = this.#realm.at
    return {
      ...this.#faults.place(vertex, record, source, this.#sampler.last),
      items: items.filter((item) => item > 0),
    }
  }

  /** Looks for the line of a slow call, so that a kill can name it. */
  sample(): void {
    this.#sampler.sample()
  }

  begin = (): Promise<CallResult> => this.#step('begin', [])
  /**
   * @param batch number of the batch among those of its input, from 0: Math.random starts anew from it, so that what one
   * record draws does not move the numbers of later batches; counted by itself where it is not given
   */
  feed = (port: string, rows: PackedRows | unknown[], batch?: number): Promise<CallResult> =>
    this.#step('feed', [port, this.#packed(port, rows), batch])
  end = (port: string): Promise<CallResult> => this.#step('end', [port])
  value = (port: string, value: unknown): Promise<CallResult> => this.#step('value', [port, value])
  drain = (): Promise<CallResult> => this.#step('drain', [])
  leaf = (payload: unknown): Promise<CallResult> => this.#step('leaf', [payload])

  /** Output and rt_context of a test run; `single` = of a leaf called by itself. */
  result(single: boolean): Promise<{ output: unknown; rtContext: unknown }> {
    return this.#clocked(async () => {
      const answer = (await this.#apply('result', [single])) as { failure: string; lines: string; text: string }
      this.#takeLines(answer.lines)
      if (answer.failure !== '') throw this.#faults.fromGuest(answer.failure)
      const { output, rt_context } = JSON.parse(answer.text) as { output: unknown; rt_context: unknown }
      return { output, rtContext: rt_context }
    })
  }

  /** What went over each link of a test run so far. */
  async links(): Promise<LinkValue[]> {
    return JSON.parse((await this.#apply('links', [])) as string) as LinkValue[]
  }

  async summary(): Promise<RunSummary> {
    const { lines, ...summary } = (await this.#apply('summary', [])) as RunSummary & { lines: string }
    this.#takeLines(lines)
    return summary
  }

  #packed(port: string, rows: PackedRows | unknown[]): PackedRows | unknown[] {
    if (!Array.isArray(rows)) return rows
    const fields = this.#fields.get(port) ?? null
    return (
      (fields === null ? null : this.packer.packFields(rows, fields)) ??
      this.packer.pack(rows, true) ??
      rows.map(withoutUndefined)
    )
  }

  dispose(): void {
    clearInterval(this.#liveTimer)
    this.#sampler.stop()
    this.#realm.isolate.dispose()
  }

  #step(name: keyof GuestApi, args: unknown[]): Promise<CallResult> {
    return this.#clocked(async (call) => {
      const answer = await (this.#async ? this.#waitingStep(call, name, args) : this.#answered(call, name, args))
      this.#takeLines(answer.lines)
      if (answer.failure !== '') throw this.#faults.fromGuest(answer.failure)
      for (const rows of Object.values(answer.rows)) {
        if (!isPacked(rows)) throw new RunError('result', 'the records that came back are not whole')
      }
      return answer
    })
  }

  /** Calls run one after the other: the clock of the next starts when the one before is answered. */
  async #clocked<T>(work: (call: number) => Promise<T>): Promise<T> {
    const call = ++this.#calls
    if (this.#open.size === 0) this.#startClock()
    this.#open.add(call)
    try {
      return await work(call)
    } finally {
      this.#open.delete(call)
      this.#startClock()
      // A call that was ended by force answers nothing.
      this.#takeLiveLines()
    }
  }

  #startClock(): void {
    this.#since = performance.now()
    this.#sampler.forget()
  }

  async #answered(call: number, name: keyof GuestApi, args: unknown[]): Promise<GuestAnswer> {
    try {
      return (await this.#apply(name, [call, ...args], true)) as GuestAnswer
    } catch (problem) {
      throw problem instanceof NotPlainDataError ? await this.#unfit(call, problem) : problem
    }
  }

  /** Says which output is no data, and where in it; V8 only says that something is not. */
  async #unfit(call: number, problem: NotPlainDataError): Promise<RunError> {
    const found = (await this.#apply('unfit', [call])) as string
    return found === '' ? problem : new RunError('error', found, { ...unknownPlace, component: this.#name })
  }

  /** Code that may wait: asked after each step whether it wants something, or never comes back. */
  async #waitingStep(call: number, name: keyof GuestApi, args: unknown[]): Promise<GuestAnswer> {
    const answered = this.#answered(call, name, args).catch((problem: RunError) => this.#kept(call, problem))
    const tended = this.#turn.then(() => this.#tend())
    this.#turn = tended.catch(() => {})
    // What never settles never answers either: then its failure is fetched instead.
    const stuck = tended.then((state) => (state === 'stuck' ? this.result(true).then(() => answered) : answered))
    return Promise.race([answered, stuck])
  }

  /** A rejection that nobody handled takes the place of the answer; the run goes on, and the log says so. */
  async #kept(call: number, problem: RunError): Promise<GuestAnswer> {
    if (problem.kind !== 'error') throw problem
    const kept = (await this.#apply('again', [call])) as GuestAnswer | null
    if (kept === null) throw problem
    this.#log([{ level: 'error', message: `Unhandled rejection: ${problem.message}` }])
    return kept
  }

  async #tend(): Promise<string> {
    for (;;) {
      const state = (await this.#apply('state', [])) as string
      if (!state.startsWith('[')) return state
      // Waiting for the host is not the author's time.
      this.#since = Number.POSITIVE_INFINITY
      const replies = await this.#served(JSON.parse(state) as Requests)
      this.#startClock()
      await this.#apply('reply', [repliesText(replies, this.#limits.replyChars)])
    }
  }

  /** Its clock stands meanwhile, so the time of all replies together has a limit of its own. */
  async #served(requests: Requests): Promise<Replies> {
    const { servedMs } = this.#limits
    const started = performance.now()
    const { promise: tooLong, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => {
        const text = `ctx.db and ctx.http took longer than ${Math.round(servedMs / 1000)} s`
        reject(new RunError('timeout', text, this.place))
      },
      Math.max(0, servedMs - this.#servedMs),
    )
    try {
      return await Promise.race([this.#serve(requests), tooLong])
    } finally {
      clearTimeout(timer)
      this.#servedMs += performance.now() - started
    }
  }

  async #apply(name: keyof GuestApi, args: unknown[], waits = false): Promise<unknown> {
    try {
      return await this.#realm.api[name].apply(undefined, args, {
        arguments: { copy: true },
        result: waits ? { copy: true, promise: true } : { copy: true },
        timeout: this.#limits.callMs,
      })
    } catch (problem) {
      throw this.#faults.fromHost(problem, this.place)
    }
  }

  #takeLines(text: string): void {
    if (text === '') return
    const lines = JSON.parse(text) as GuestLine[]
    const first = this.#answeredLines
    this.#answeredLines += lines.length
    this.#tell(lines, first)
  }

  #takeLiveLines(): void {
    const lines = this.#realm.live?.read().map((line) => JSON.parse(line) as GuestLine) ?? []
    const first = this.#liveLines
    this.#liveLines += lines.length
    this.#tell(lines, first)
  }

  /** @param first how many lines were written before these; lines come twice, and each is told once */
  #tell(all: GuestLine[], first: number): void {
    const lines = all.slice(Math.max(0, this.#toldLines - first))
    this.#toldLines += lines.length
    if (lines.length === 0) return
    this.#log(
      lines.map(([level, vertex, , message]) => {
        const component = this.#paths[vertex]
        return component ? { level, message, component } : { level, message }
      }),
    )
  }
}

/** The replies as one text; one that is too large is refused by itself. */
export function repliesText(replies: Replies, maxChars: number): string {
  const texts = replies.map(([id, ok, value]) => {
    const text = JSON.stringify(value) ?? 'null'
    if (text.length <= maxChars) return `[${id},${ok},${text}]`
    return JSON.stringify([id, false, `the reply has ${text.length} characters, more than ${maxChars}`])
  })
  return `[${texts.join()}]`
}

/** Whether a program is one instruction or function, which a test run calls with the payload as it is. */
export function isSingleLeaf(program: Program): boolean {
  const inside = program.graph.vertices.filter((vertex) => vertex.kind !== 'input' && vertex.kind !== 'output')
  const [only] = inside
  return inside.length === 1 && only?.kind === 'leaf' && only.path === program.name
}

/** What is undefined in a row of a file is absent. */
function withoutUndefined(row: unknown): unknown {
  if (row === null || typeof row !== 'object' || !Object.values(row).includes(undefined)) return row
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}
