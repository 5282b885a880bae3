import { invalid } from '@millrace/contract'
import type { PipelineSource } from '@millrace/engine'
import type { PipelineAccess, RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { inputsOf } from '../imports/starts/readiness.ts'
import { openInputs } from '../imports/runs/run-inputs.ts'

/**
 * The uploads that the pipeline's next import would read, at most so many valid records of each. Those of a master that
 * the caller does not see are not there (S3).
 * @throws ApiError 40000 with a sentence: a source has no valid upload, or its file is gone
 */
export async function recordedSources(
  platform: Pick<Platform, 'db' | 'files'>,
  access: PipelineAccess,
  caller: Caller,
  definition: RunDefinition,
  maxRecords: number,
): Promise<PipelineSource[]> {
  const { pipelineId, item } = definition
  const dataSources = definition.sources.map(({ source }) => source)
  const inputs = await inputsOf(platform.db, { pipelineId, item: { ...item, dataSources } })
  const seen = await access.seenAmong(
    caller,
    inputs.flatMap(({ upload }) => upload?.pipeline_id ?? []),
  )
  if (inputs.length === 0) throw invalid('It reads no data source.')
  const missing = inputs.find(({ upload }) => upload?.status !== 'valid' || !seen.has(upload.pipeline_id))
  if (missing !== undefined) throw invalid(`There is no valid upload for ${missing.source.dataSubKind}.`)
  const schemas = new Map(definition.sources.map(({ source, rowSchema }) => [source.dataSubKind, rowSchema]))
  const withSchemas = inputs.map((input) => ({ ...input, rowSchema: schemas.get(input.source.dataSubKind) ?? null }))
  const checked = { schemas: definition.schemas, locale: item.locale?.label ?? null }
  const sources = await openInputs(platform, withSchemas, checked)
  // What was valid once is read in part: how many records are rejected says nothing.
  return sources.map((source) => ({ ...source, tolerance: 1, maxRecords }))
}
