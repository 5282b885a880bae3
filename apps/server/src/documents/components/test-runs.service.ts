import { type ComponentGraph, conflict, type ExecutionResult, invalid, type Reply, texts } from '@millrace/contract'
import {
  CompileError,
  compileProgram,
  executeComponent,
  type ExecuteRequest,
  type Program,
  RunError,
  type RunnerLimits,
} from '@millrace/engine'
import { mayUseTagged } from '../../people/badges/may-use-tagged.ts'
import type { ModulesService } from '../modules/modules.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { createCallSemaphore } from '../../platform/http/call-semaphore.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { graphOf, loadSeenGraphs, type SeenGraphs } from './component-graphs.ts'
import { type ComponentHost, type OpenComponentHost, rightsOfProgram } from './component-host.ts'
import { publishRunLines } from './run-lines.ts'
import { componentWarnings } from './component-warnings.ts'
import { generatedCode, openGraphs } from './generated-code.ts'
import { seenComponent } from './seen-component.ts'

export type TestRuns = ReturnType<typeof createTestRuns>

/** Test runs that may wait on this server, and those of one person; beyond that they are asked to come back. */
const maxWaiting = 50
const maxWaitingEach = 10
/** Less than a test run may take, so that it can tell which connection does not answer. */
const maxConnectMs = 4000

/**
 * Test runs and the generated code of components (CMP-018, CMP-019, CMP-037). The code of the author runs in a runner
 * process, never in this one.
 */
export function createTestRuns(
  platform: Pick<Platform, 'db' | 'log' | 'settings' | 'now'>,
  {
    openComponentHost,
    modules,
    limits,
  }: {
    openComponentHost: OpenComponentHost
    modules: Pick<ModulesService, 'resolver'>
    limits?: Partial<RunnerLimits>
  },
) {
  const { db, log, settings, now } = platform
  const max = Math.max(2, settings.workers)
  // One place is always left to somebody else.
  const semaphore = createCallSemaphore({ max, maxEach: max - 1, maxWaiting, maxWaitingEach })

  /**
   * The component version and all it uses, compiled; what the caller does not see runs as closed boxes (S3).
   * @throws ApiError 40400, 40000 with a diagram error
   */
  async function build(
    caller: Caller,
    id: string,
  ): Promise<{ root: ComponentGraph; used: SeenGraphs; program: Program }> {
    const { row } = await seenComponent(db, caller, id)
    const root = graphOf(row)
    const used = await loadSeenGraphs(db, caller, id)
    const { graphs, isClosed } = used
    const options = { modules: modules.resolver(caller), isClosed }
    try {
      return { root, used, program: await compileProgram(root, (inner) => graphs.get(inner), options) }
    } catch (error) {
      if (error instanceof CompileError) throw invalid(error.message)
      throw error
    }
  }

  /**
   * Runs a program in its turn, with what the person may use. `failed`: what its code threw, which is in the output too.
   * @param hear log lines as they are written
   * @throws ApiError 40900 'The test took too long.', 42900 while too many wait
   */
  async function runProgram(
    caller: Caller,
    { program, ...request }: Omit<ExecuteRequest, 'limits'>,
    signal: AbortSignal,
    hear?: (lines: ExecutionResult['logs']) => void,
  ): Promise<ExecutionResult & { failed: string | null }> {
    return takeTurn(
      caller,
      async () => {
        const host = openTestHost(caller, program, signal)
        try {
          const answer = await executeComponent(
            { program, ...request, ...(limits && { limits }) },
            { signal, serve: host.serve, ...(hear && { log: hear }) },
          )
          return {
            output: answer.output,
            logs: answer.logs,
            rt_context: answer.rt_context,
            failed: answer.failed,
            ...(answer.links && { links: answer.links }),
            ...(answer.fault && { fault: answer.fault }),
          }
        } catch (error) {
          if (error instanceof RunError && error.kind === 'timeout') throw conflict(texts.testTookTooLong)
          throw error
        } finally {
          await host.close()
        }
      },
      signal,
    )
  }

  /** What code of a test run may ask for: only connections that its person may use. */
  const openTestHost = (caller: Caller, program: Program, signal: AbortSignal): ComponentHost =>
    openComponentHost(
      {
        ...rightsOfProgram(program),
        mayUse: ({ tags }: { tags: readonly string[] }) => mayUseTagged(caller, tags),
        connectMs: maxConnectMs,
      },
      signal,
    )

  /** Test runs of all kinds share the places of this server. @throws ApiError 42900, 40900 when it was given up */
  const takeTurn = <T>(caller: Caller, work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    semaphore.run(caller.userId, work, signal).catch((error: unknown) => {
      // Nobody is left to read the answer, and it is no fault of ours.
      throw signal.aborted ? conflict('The test was given up') : error
    })

  /** What this version makes of a payload, for test cases; what its code throws is `{ error }`. */
  async function runCase(
    caller: Caller,
    id: string,
    { payload, rtContext }: { payload: unknown; rtContext: unknown },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { program } = await build(caller, id)
    return (await runProgram(caller, { program, payload, rtContext, now: now().toISOString() }, signal)).output
  }

  return {
    build,
    runProgram,
    runCase,
    openTestHost,
    takeTurn,

    /**
     * POST /components/{id}/execute. What the code throws is an answer: output `{ error }`, the stack as an error log.
     * @param run names it for the live model `testRuns`, which tells its person what it logs while it runs
     * @param signal ends the run when the client goes away
     * @throws ApiError 40900 'The test took too long.'
     */
    async execute(
      caller: Caller,
      id: string,
      { payload, rt_context, run }: { payload?: unknown; rt_context?: unknown; run?: string | undefined },
      signal: AbortSignal,
    ): Promise<ExecutionResult> {
      const { program } = await build(caller, id)
      const request = { program, payload: payload ?? {}, rtContext: rt_context ?? {}, now: now().toISOString() }
      const lines = run === undefined ? null : publishRunLines(db, log, { userId: caller.userId, run })
      try {
        const { failed: _, ...result } = await runProgram(caller, request, signal, lines?.add)
        return result
      } finally {
        lines?.end()
      }
    },

    /** POST /components/{id}/generate: the runtime code for people to read, and what looks odd in it (D-113). */
    async generate(caller: Caller, id: string): Promise<Reply<'POST /components/{id}/generate'>> {
      const { root, used } = await build(caller, id)
      return {
        _id: root._id,
        jsCode: await generatedCode(root, used, modules.resolver(caller)),
        warnings: componentWarnings(root, openGraphs(root, used)),
      }
    },
  }
}
