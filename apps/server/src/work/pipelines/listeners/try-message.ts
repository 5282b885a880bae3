import { ApiError, type Finding, invalid, type Reply } from '@millrace/contract'
import { checkRecords, guessDecimal } from '@millrace/engine'
import type { TestRuns } from '../../../documents/components/test-runs.service.ts'
import { mustHold } from '../../../documents/kernel/rights.ts'
import { seenOr404 } from '../../../documents/kernel/rights-of-items.ts'
import type { RunCase } from '../../../documents/kernel/test-cases/test-cases.service.ts'
import { findVersion } from '../../../documents/kernel/versions/versions.reads.ts'
import type { PipelineDefinitions, RunDefinition } from '../../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordsOfMessage } from './message-records.ts'

type Tried = Reply<'POST /pipelines/deployed-listener/try'>
export type TryMessage = (
  caller: Caller,
  message: { id: string; message: string },
  signal: AbortSignal,
) => Promise<Tried>
type Deps = { definitions: PipelineDefinitions; testRuns: Pick<TestRuns, 'takeTurn'>; runPipeline: RunCase }

const nothing: Tried = { ok: false, findings: [], records: 0, output: null, error: null }

/** The source that listeners of this version fill. @throws ApiError 40000 when there is none */
function listenerSource({ sources }: RunDefinition) {
  const found = sources.find(({ source }) => source.connectorType === 'listener' && source.enabled)
  if (found === undefined) throw invalid('The pipeline has no enabled data source of connector type listener.')
  return found
}

/** What a message would become with a version of a pipeline, drafts too: nothing is stored or sent. */
export function createTryMessage({ db }: Pick<Platform, 'db'>, deps: Deps): TryMessage {
  return async (caller, { id, message }, signal) => {
    const { rights } = await seenOr404(db, caller, 'pipeline', await findVersion(db, id))
    mustHold.sees(rights)
    const read = recordsOfMessage(Buffer.from(message))
    if ('problem' in read) return { ...nothing, error: read.problem }
    const records = read.records.length
    const definition = await deps.definitions.forRun(id)
    const { source, rowSchema } = listenerSource(definition)
    const check = () =>
      checkRecords(
        {
          ...{ name: source.dataSubKind, contentType: 'json', format: {}, rowSchema, schemas: definition.schemas },
          content: Buffer.from(JSON.stringify(read.records)),
          decimalGuess: guessDecimal(definition.item.locale?.label ?? null),
        },
        { signal },
      )
    const { findings, problem }: { findings: Finding[]; problem: string | null } = await deps.testRuns.takeTurn(
      caller,
      check,
      signal,
    )
    if (problem !== null || findings.length > 0) return { ...nothing, records, findings, error: problem }
    const payload = { payload: { [source.dataSubKind]: read.records }, rtContext: {} }
    try {
      const run = (await deps.runPipeline(caller, id, payload, signal)) as { output?: unknown; error?: string }
      if (run.error !== undefined) return { ...nothing, records, error: run.error }
      return { ok: true, findings, records, output: run.output ?? null, error: null }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { ...nothing, records, error: error.message }
    }
  }
}
