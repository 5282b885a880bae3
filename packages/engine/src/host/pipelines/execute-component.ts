import type { ExecutionFault, ExecutionResult, LinkValue } from '@millrace/contract'
import type { Program } from '../../components/program.ts'
import type { LogLine } from '../../protocol/messages.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { executeLimits, type RunnerLimits } from '../../runs/limits.ts'
import { errorInside, faultText, unknownPlace, RunError, type RunFault } from '../../runs/run-error.ts'
import { seedWords } from '../../runs/seed-words.ts'
import { RunnerProcess } from '../processes/runner-process.ts'

export type ExecuteRequest = {
  program: Program
  /** ctx.input: an object keyed by port; for an instruction or function exactly this value. */
  payload: unknown
  rtContext: unknown
  /** ISO instant at which the clock of the code stands. */
  now: string
  /** Text behind Math.random; absent = the program's hash. */
  seed?: string
  limits?: Partial<RunnerLimits>
}

/** What a test run answers when the component ran too long. */
const testTookTooLong = 'The test took too long.'

/**
 * A test run of a component (CMP-018, CMP-019). What the code throws is the output `{ error }`, with the stack as an
 * error log; so is running out of memory.
 * @throws RunError of kind timeout with `testTookTooLong`; aborted; setup
 */
export async function executeComponent(
  request: ExecuteRequest,
  host: {
    signal: AbortSignal
    serve?(kind: 'db' | 'http', args: unknown[]): Promise<unknown>
    /** Hears log lines while the code runs; the answer holds them all. */
    log?(lines: ExecutionResult['logs']): void
  },
): Promise<ExecutionResult & { durationMs: number; failed: string | null }> {
  const started = performance.now()
  const logs: ExecutionResult['logs'] = []
  const write = (lines: readonly Pick<LogLine, 'level' | 'message'>[]) => {
    const logDate = new Date().toISOString()
    const added = lines.map(({ level, message }) => ({ logDate, level, message }))
    logs.push(...added)
    host.log?.(added)
  }
  const answer = (output: unknown, rtContext: unknown, links: LinkValue[], failed: string | null = null) => ({
    output,
    failed,
    logs,
    rt_context: rtContext,
    links,
    durationMs: Math.round(performance.now() - started),
  })
  const failed = (fault: Pick<RunFault, 'message' | 'place' | 'stack'>, links: LinkValue[]) => {
    write([{ level: 'error', message: [faultText(fault), ...fault.stack.split('\n').slice(1)].join('\n') }])
    return {
      ...answer({ error: fault.message }, request.rtContext, links, fault.message),
      fault: executionFault(fault),
    }
  }
  const runner = RunnerProcess.spawn(
    { ...executeLimits, ...request.limits },
    { files: [], pipes: 0, hasIsolate: true },
    {
      signal: host.signal,
      ...(host.serve === undefined ? {} : { serve: host.serve }),
      log: write,
    },
  )
  try {
    runner.start({
      mode: 'execute',
      program: request.program,
      payload: request.payload,
      rtContext: request.rtContext,
      now: request.now,
      seed: seedWords(request.seed ?? request.program.hash),
      guest: loadGuestSources(),
    })
    const result = await runner.result
    if (result.mode !== 'execute') throw new RunError('setup', 'the runner did another job')
    if (result.fault !== null) return failed(result.fault, result.links)
    return answer(result.output, result.rtContext, result.links)
  } catch (problem) {
    // Values nested some thousand levels deep cannot be turned into a message.
    if (problem instanceof RangeError) {
      return { ...failed({ message: tooDeep, place: unknownPlace, stack: '' }, []), rt_context: {} }
    }
    if (!(problem instanceof RunError)) throw problem
    if (problem.kind === 'timeout') throw new RunError('timeout', testTookTooLong, problem.place, problem.codeStack)
    if (problem.kind === 'aborted' || problem.kind === 'setup') throw problem
    const { place, codeStack } = problem
    // Such as too much memory: how the process ends says something of the code inside.
    if (request.program.sources.some(({ box }) => box !== undefined && box === place.component))
      return failed({ message: errorInside, place, stack: '' }, [])
    return failed({ message: problem.message, place, stack: codeStack }, [])
  } finally {
    runner.kill('aborted', 'The test is over')
    await runner.gone
  }
}

const executionFault = ({ message, place }: Pick<RunFault, 'message' | 'place'>): ExecutionFault => ({
  message,
  ...place,
  items: [...place.items],
})

const tooDeep = 'the payload or rt_context is nested too deeply'
