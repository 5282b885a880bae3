import type { ComponentGraph } from '@millrace/contract'
import { CompileError, compileProgram, type Program, type RunnerLimits } from '@millrace/engine'
import { loadSeenGraphs, type SeenGraphs } from '../../documents/components/component-graphs.ts'
import type { TestRuns } from '../../documents/components/test-runs.service.ts'
import type { ModulesService } from '../../documents/modules/modules.service.ts'
import type { PipelineAccess, RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { runCaptured } from '../pipelines/captured-run.ts'
import { rtContextOf } from '../imports/runs/rt-context.ts'
import { NotComparedError, type VersionOutcome } from './comparison-of.ts'
import { recordedSources } from './recorded-sources.ts'

/** Valid records of each upload that are read, and what one run may write and take. */
const maxRecords = 1000
const limits: Partial<RunnerLimits> = { outputBytes: 16 << 20, runMs: 30_000 }

/** A version of the component that is compared, with all it contains; `replaces`: all versions of its document. */
export type ComparedVersion = { root: ComponentGraph; used: SeenGraphs; replaces: ReadonlySet<string> }

export type PipelineRunDeps = {
  access: PipelineAccess
  modules: Pick<ModulesService, 'resolver'>
  testRuns: Pick<TestRuns, 'takeTurn' | 'openTestHost'>
}

/**
 * Runs of one pipeline over its latest uploads, each with another version in place of the component it uses. They send
 * and store nothing.
 * @throws ApiError 40000 with a sentence when there is nothing to read
 */
export async function openPipelineRuns(
  platform: Pick<Platform, 'db' | 'files' | 'now' | 'settings'>,
  { access, modules, testRuns }: PipelineRunDeps,
  caller: Caller,
  definition: RunDefinition,
) {
  const { db, now, settings } = platform
  const sources = await recordedSources(platform, access, caller, definition, maxRecords)
  const around = await loadSeenGraphs(db, caller, definition.root)
  const instant = now().toISOString()
  const rtContext = rtContextOf(definition, instant, settings.timeZone)

  const compile = async ({ root, used, replaces }: ComparedVersion): Promise<Program> => {
    const find = (id: string) => (replaces.has(id) ? root : (around.graphs.get(id) ?? used.graphs.get(id)))
    const top = find(definition.root)
    if (top === undefined) throw new CompileError('The component of the pipeline is gone')
    const isClosed = (id: string) => (around.graphs.has(id) ? around.isClosed(id) : used.isClosed(id))
    return compileProgram(top, find, {
      modules: modules.resolver(caller),
      isClosed: (id) => !replaces.has(id) && isClosed(id),
    })
  }

  /** Of what fails in a component that the caller does not see, only that it does (S3). */
  const problemOf = (text: string, { replaces }: ComparedVersion): VersionOutcome => ({
    problem: replaces.has(definition.root) || !around.isClosed(definition.root) ? text : 'The run fails.',
  })

  return {
    /** @throws NotComparedError; ApiError 40900 when it is given up, 42900 while too many wait */
    async run(version: ComparedVersion, signal: AbortSignal): Promise<VersionOutcome> {
      let program: Program
      try {
        program = await compile(version)
      } catch (error) {
        if (error instanceof CompileError) return problemOf(error.message, version)
        throw error
      }
      refuseRequests(program)
      const sinks = definition.sinks.map(({ sink }) => ({ name: sink.name, rowSchema: null }))
      const { schemas } = definition
      const request = { program, sources, sinks, schemas, rtContext, now: instant, seed: 'comparison', limits }
      const outcome = await runCaptured(testRuns, caller, request, signal)
      return 'problem' in outcome ? problemOf(outcome.problem, version) : outcome
    },
  }
}

/** Requests to other systems would be sent twice, and may change something there. @throws NotComparedError */
export function refuseRequests({ sources }: Pick<Program, 'sources'>): void {
  if (sources.some(({ io }) => io))
    throw new NotComparedError('Its code sends requests (ctx.http), which are not sent to compare.')
}
