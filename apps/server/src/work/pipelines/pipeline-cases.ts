import { invalid, maxTestCaseLength } from '@millrace/contract'
import {
  checkRecords,
  CompileError,
  compileProgram,
  guessDecimal,
  type PipelineSource,
  type RunnerLimits,
} from '@millrace/engine'
import { loadSeenGraphs } from '../../documents/components/component-graphs.ts'
import type { TestRuns } from '../../documents/components/test-runs.service.ts'
import type { RunCase } from '../../documents/kernel/test-cases/test-cases.service.ts'
import type { ModulesService } from '../../documents/modules/modules.service.ts'
import type { PipelineDefinitions, RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { rtContextOf } from '../imports/runs/rt-context.ts'
import { runCaptured } from './captured-run.ts'
import { type RecordFile, recordFile, withFiles } from './record-files.ts'

type Deps = {
  definitions: PipelineDefinitions
  modules: Pick<ModulesService, 'resolver'>
  testRuns: Pick<TestRuns, 'takeTurn' | 'openTestHost'>
}
const limits: Partial<RunnerLimits> = { runMs: 15_000, stallMs: 5000, outputBytes: 8 * maxTestCaseLength }

type Source = RunDefinition['sources'][number]
type Fed = Source & { file: RecordFile }

/**
 * What a pipeline makes of a few records of each data source: what its check rejects, and the records that its sinks get.
 * Nothing is stored or written.
 */
export function createPipelineCases(
  { db, now, settings }: Pick<Platform, 'db' | 'now' | 'settings'>,
  { definitions, modules, testRuns }: Deps,
): RunCase {
  async function compile(caller: Caller, definition: RunDefinition) {
    const { graphs, isClosed } = await loadSeenGraphs(db, caller, definition.root)
    const root = graphs.get(definition.root)
    // Of a component that the person does not see, only that it fails (S3).
    const toldOf = (text: string) => (isClosed(definition.root) ? 'The run fails.' : text)
    if (root === undefined) throw invalid('The component of the pipeline is gone')
    const options = { modules: modules.resolver(caller), isClosed }
    const program = await compileProgram(root, (id) => graphs.get(id), options).catch((error: unknown) => {
      throw error instanceof CompileError ? invalid(toldOf(error.message)) : error
    })
    return { program, toldOf }
  }

  /** What is rejected of each source, by its name. */
  async function rejectedOf(caller: Caller, fed: readonly Fed[], { schemas }: RunDefinition, signal: AbortSignal) {
    const rejected: Record<string, object[]> = {}
    for (const { source, rowSchema, file } of fed) {
      const work = () => checkRecords({ ...file, name: source.dataSubKind, rowSchema, schemas }, { signal, limits })
      const { findings, problem } = await testRuns.takeTurn(caller, work, signal)
      const found = findings.map(({ row, path, rule, message }) => ({ record: row, path, rule, message }))
      if (problem !== null) throw invalid(problem)
      if (found.length > 0) rejected[source.dataSubKind] = found
    }
    return rejected
  }

  return async (caller, versionId, { payload }, signal) => {
    const definition = await definitions.forRun(versionId)
    const { program, toldOf } = await compile(caller, definition)
    const guess = guessDecimal(definition.item.locale?.label ?? null)
    const fed = recordsBySource(definition, payload).flatMap(({ records, ...source }) =>
      records.length === 0 ? [] : [{ ...source, file: recordFile(source.source, records, guess) }],
    )
    const rejected = await rejectedOf(caller, fed, definition, signal)
    const at = now().toISOString()
    const outcome = await withFiles(
      fed.map(({ file }) => file.content),
      (paths) => {
        const sources = definition.sources.map(({ source: { dataSubKind }, rowSchema }): PipelineSource => {
          const place = fed.findIndex(({ source }) => source.dataSubKind === dataSubKind)
          const { content, ...file } = fed[place]?.file ?? {}
          const path = paths[place]
          const read =
            content === undefined || path === undefined
              ? null
              : { ...(file as Omit<RecordFile, 'content'>), path, size: content.length, name: dataSubKind }
          return { dataSubKind, rowSchema, tolerance: 1, file: read }
        })
        const request = {
          program,
          sources,
          sinks: definition.sinks.map(({ sink, rowSchema }) => ({ name: sink.name, rowSchema })),
          schemas: definition.schemas,
          rtContext: rtContextOf(definition, at, settings.timeZone),
          now: at,
          seed: 'test case',
          limits,
        }
        return runCaptured(testRuns, caller, request, signal)
      },
    )
    return 'problem' in outcome ? { rejected, error: toldOf(outcome.problem) } : { rejected, ...outcome }
  }
}

/** @throws ApiError 40000 for a payload that is no list of records for each of some sources */
function recordsBySource({ sources }: RunDefinition, payload: unknown): (Source & { records: unknown[] })[] {
  const given = (typeof payload === 'object' && payload !== null ? payload : {}) as Record<string, unknown>
  const strange = Object.keys(given).find((name) => !sources.some(({ source }) => source.dataSubKind === name))
  if (strange !== undefined) throw invalid(`The pipeline has no data source ${strange}`)
  return sources.map((source) => {
    const records = given[source.source.dataSubKind] ?? []
    if (!Array.isArray(records)) throw invalid(`${source.source.dataSubKind} is not a list of records`)
    return { ...source, records }
  })
}
