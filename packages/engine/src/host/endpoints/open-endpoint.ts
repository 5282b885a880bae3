import type { EndpointAnswer } from '../../protocol/messages.ts'
import { endpointLimits, type RunnerLimits } from '../../runs/limits.ts'
import { type RunFault, RunError } from '../../runs/run-error.ts'
import type { EndpointOutcome, EndpointPlan } from './endpoint.types.ts'
import { EndpointRunner, holdMs, type OpenCall } from './endpoint-runner.ts'

export type EndpointOptions = {
  limits?: Partial<RunnerLimits>
  /** Processes at most. One serves many calls; more are started while it is busy with a long one. */
  maxRunners?: number
  /** Answers ctx.db and ctx.http; absent = they are refused. */
  serve?(kind: 'db' | 'http', args: unknown[]): Promise<unknown>
  /** Calls after which a process makes room for a fresh one. */
  recycleAfter?: number
}

export type Endpoint = {
  /** Starts a process and says whether the program can be served. @throws RunError */
  ready(): Promise<void>
  /** Never throws. */
  call(body: string): Promise<EndpointOutcome>
  /** Takes no more calls, lets those under way end for so long, then ends all processes. */
  close(graceMs: number): Promise<void>
  /** Of the processes that serve now. */
  readonly pids: number[]
}

/** Calls that go to a process together. */
const maxWave = 64
/** Calls that wait or are under way; more are refused. */
const maxOpen = 2000
/** From so many ms on a call keeps its process from others, so that another one is started. */
const busyMs = 50
/** Calls that wait for ctx.http or ctx.db are given up after so long. */
const maxAnswerMs = 30_000
const sweepMs = 250

/**
 * A published endpoint in warm, contained processes of its own. Bodies that come together go together; a process that is
 * lost takes nobody's call along but the one it was at: programs that only compute are run again, each call alone.
 */
export function openEndpoint(plan: EndpointPlan, options: EndpointOptions = {}): Endpoint {
  const limits = { ...endpointLimits, ...options.limits }
  const { maxRunners = 2, recycleAfter = 1_000_000 } = options
  const mayRepeat = !plan.program.sources.some(({ db, io }) => db || io)
  const runners = new Set<EndpointRunner>()
  const waiting: OpenCall[] = []
  const alone: OpenCall[] = []
  let aloneRunner: EndpointRunner | null = null
  let isFlushing = false
  let isClosed = false
  let openCalls = 0
  let drained: (() => void) | null = null
  const sweep = setInterval(giveUpOld, sweepMs)
  sweep.unref()

  let holding: NodeJS.Timeout | null = null
  const hooks = { ...(options.serve && { serve: options.serve }), free: flush, lost }
  function start(): EndpointRunner {
    const runner = new EndpointRunner(plan, limits, hooks)
    runners.add(runner)
    void runner.opened.then(flush, () => {})
    return runner
  }

  function lost(runner: EndpointRunner, problem: RunError, calls: OpenCall[], guilty: OpenCall | null): void {
    runners.delete(runner)
    if (runner === aloneRunner) aloneRunner = null
    for (const call of calls) {
      if (call === guilty || call.alone || (calls.length === 1 && problem.kind !== 'killed')) call.fail(problem)
      else if (mayRepeat && !isClosed) alone.push(Object.assign(call, { alone: true }))
      else call.fail(new RunError('killed', 'another call ended the process'))
    }
    // A program that cannot even be loaded answers nobody.
    if (!runner.isReady) for (const call of waiting.splice(0)) call.fail(problem)
    runNextAlone()
    if (waiting.length > 0) flush()
  }

  /** One after the other in a process that serves nothing else: who ends it is found out. */
  function runNextAlone(): void {
    if (alone.length === 0 || (aloneRunner !== null && aloneRunner.open.size > 0)) return
    aloneRunner ??= new EndpointRunner(plan, limits, hooks)
    const [call] = alone.splice(0, 1)
    if (call === undefined) return
    const { answer } = call
    call.answer = (given) => {
      answer(given)
      if (alone.length > 0) runNextAlone()
      else {
        aloneRunner?.leave()
        aloneRunner = null
      }
    }
    aloneRunner.send([call])
  }

  /** The least busy process; another is started while all are held up by a long call, and in time for a worn one. */
  function choose(): EndpointRunner {
    const serving = [...runners].filter((runner) => !runner.isLeaving)
    const ready = serving.filter((runner) => runner.isReady)
    const fresh = ready.filter((runner) => runner.served < recycleAfter)
    if (fresh.length > 0) for (const runner of ready) if (!fresh.includes(runner)) runner.leave()
    const [first, ...others] = fresh.length > 0 ? fresh : ready
    if (first === undefined) return serving[0] ?? start()
    const isStarting = ready.length < serving.length
    const free = others.reduce((best, runner) => (runner.open.size < best.open.size ? runner : best), first)
    const isHeldUp = serving.length < maxRunners && performance.now() - free.oldest > busyMs
    if (!isStarting && (isHeldUp || fresh.length === 0)) start()
    return free
  }

  function flush(): void {
    isFlushing = false
    while (waiting.length > 0) {
      const runner = choose()
      // Before it is ready all wait together, so that none is lost with a program that cannot be loaded.
      if (!runner.isReady) return
      if (runner.isFull) return hold()
      runner.send(waiting.splice(0, maxWave))
    }
  }

  /** Answers make room as a rule; where none come, the calls go all the same. */
  function hold(): void {
    holding ??= setTimeout(() => {
      holding = null
      flush()
    }, holdMs)
  }

  function giveUpOld(): void {
    const before = performance.now() - maxAnswerMs
    for (const runner of runners) {
      for (const [number, call] of runner.open) {
        if (call.since > before) break
        runner.open.delete(number)
        call.fail(new RunError('timeout', 'the answer took too long'))
      }
    }
  }

  return {
    async ready() {
      const runner = [...runners][0] ?? start()
      await runner.opened
    },
    call(text) {
      if (isClosed || openCalls >= maxOpen) {
        const message = isClosed ? 'The endpoint is being stopped.' : 'The endpoint has too many calls at once.'
        return Promise.resolve({ kind: 'unavailable', message })
      }
      openCalls++
      return new Promise<EndpointOutcome>((resolve) => {
        const end = (outcome: EndpointOutcome) => {
          resolve(outcome)
          if (--openCalls === 0) drained?.()
        }
        waiting.push({
          ...{ text, since: performance.now(), sent: 0, alone: false },
          answer: (answer) => end(outcomeOf(answer)),
          fail: (problem) => end(outcomeOfLoss(problem)),
        })
        if (isFlushing) return
        isFlushing = true
        setImmediate(flush)
      })
    },
    async close(graceMs) {
      isClosed = true
      if (openCalls > 0) {
        let late: NodeJS.Timeout | undefined
        await Promise.race([
          new Promise<void>((resolve) => {
            drained = resolve
          }),
          new Promise<void>((resolve) => {
            late = setTimeout(resolve, graceMs)
          }),
        ])
        clearTimeout(late)
      }
      clearInterval(sweep)
      for (const call of [...waiting.splice(0), ...alone.splice(0)]) call.fail(stopped())
      const all = [...runners, ...(aloneRunner === null ? [] : [aloneRunner])]
      for (const runner of all) runner.kill()
      await Promise.all(all.map((runner) => runner.gone))
    },
    get pids() {
      return [...runners].flatMap((runner) => runner.pid ?? [])
    },
  }
}

const stopped = () => new RunError('killed', 'the endpoint was stopped')

/**
 * Whether a plan can be served: its code can be read and its schemas compile, tried in a process as those that serve.
 * @returns why not, as a sentence with its place, or null
 */
export async function checkEndpoint(plan: EndpointPlan): Promise<RunFault | null> {
  const endpoint = openEndpoint(plan, { maxRunners: 1 })
  try {
    await endpoint.ready()
    return null
  } catch (problem) {
    if (!(problem instanceof RunError) || problem.kind === 'setup') throw problem
    return faultOf(problem)
  } finally {
    await endpoint.close(0)
  }
}

const faultOf = ({ kind, message, place, codeStack: stack }: RunError): RunFault => ({ kind, message, place, stack })

function outcomeOf([, kind, value]: EndpointAnswer): EndpointOutcome {
  switch (kind) {
    case 'output':
      return { kind, text: value }
    case 'no JSON':
      return { kind, message: value }
    case 'refused':
    case 'unfit':
      return { kind, findings: value }
    case 'failed':
      return { kind, fault: value }
  }
}

/** The process is gone, and with it the call. */
function outcomeOfLoss(problem: RunError): EndpointOutcome {
  if (problem.kind === 'timeout' || problem.kind === 'memory') return { kind: problem.kind, fault: faultOf(problem) }
  if (problem.kind === 'killed' || problem.kind === 'aborted' || problem.kind === 'setup') {
    return { kind: 'unavailable', message: 'The endpoint is not available. Send the call again.' }
  }
  return { kind: 'failed', fault: faultOf(problem) }
}
