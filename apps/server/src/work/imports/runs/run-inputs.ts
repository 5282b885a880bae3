import { type DataSource, invalid, type JsonSchema } from '@millrace/contract'
import type { PipelineSource } from '@millrace/engine'
import type { Database } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RunDefinition } from '../../../documents/pipelines/pipelines.types.ts'
import { fileFormatOf, fileKindOf } from '../../uploads/file-format-of.ts'
import { keptDataset } from '../../uploads/kept-dataset.ts'
import { readAsChecked } from '../../uploads/read-as-checked.ts'
import type { Refreshed } from '../../uploads/refresh-real-time.ts'
import { gatheredOfImport } from '../../uploads/gathered-uploads.reads.ts'
import { findUploads, newestSources, type UploadRow } from '../../uploads/uploads.reads.ts'
import type { ImportRow } from '../imports.repository.ts'
import { inputsOf } from '../starts/readiness.ts'
import { chainStart } from './runs.repository.ts'

export type RunInput = { source: DataSource; rowSchema: JsonSchema | null; upload: UploadRow | null }

/**
 * The uploads an import reads. `refreshed`: those that were fetched for this very run, by data source.
 * They are chosen once, when it is first taken, and stay the same for every attempt; the master's are those at the
 * instant its chain began.
 * @throws ApiError 40000 naming each source without a valid upload (D-74)
 */
export async function chooseInputs(
  db: Database,
  row: ImportRow,
  definition: RunDefinition,
  refreshed: Refreshed = new Map(),
): Promise<RunInput[]> {
  const rowSchema = (name: string) =>
    definition.sources.find((entry) => entry.source.dataSubKind === name)?.rowSchema ?? null
  const chosen = row.ran_with?.uploads
  if (chosen !== undefined) {
    const uploads = await findUploads(
      db,
      chosen.map((upload) => upload._id),
    )
    return definition.sources.flatMap(({ source }) => {
      const id = chosen.find((entry) => entry.dataSubKind === source.dataSubKind)?._id
      const upload = uploads.find((entry) => entry.id === id)
      return upload === undefined ? [] : [{ source, rowSchema: rowSchema(source.dataSubKind), upload }]
    })
  }
  const item = {
    ...definition.item,
    dataSources: definition.sources.map((entry) => entry.source),
  }
  const last = await inputsOf(db, { pipelineId: row.pipeline_id, item }, () => chainStart(db, row))
  const gathered = await gatheredInputs(db, row, item.dataSources)
  const fetched = new Map((await findUploads(db, [...refreshed.values()])).map((upload) => [upload.id, upload]))
  const needed = last.map(({ source, upload }) => ({
    source,
    upload: fetched.get(refreshed.get(source.dataSubKind) ?? '') ?? upload,
  }))
  const inputs = [...needed, ...gathered]
  const problems = inputs.flatMap(({ source, upload }) => {
    const whose = source.dataFromMaster ? ' on the master' : ''
    if (upload === null) return [`there is no upload for ${source.dataSubKind}${whose}`]
    const name = upload.original_filename ?? 'the last upload'
    if (upload.status === 'invalid') return [`${name}, the last upload for ${source.dataSubKind}${whose}, is invalid`]
    return upload.status === 'valid' ? [] : [`${name} for ${source.dataSubKind}${whose} is still being validated`]
  })
  if (problems.length > 0) throw invalid(`The inputs are not ready: ${problems.join('; ')}`)
  return inputs.map(({ source, upload }) => ({ source, upload, rowSchema: rowSchema(source.dataSubKind) }))
}

/**
 * What listeners gathered: the upload this import was started for, and of other sources that listeners fill the newest.
 * Where nothing came yet there is nothing to read, which stops no import (D-67).
 */
async function gatheredInputs(db: Database, row: ImportRow, sources: readonly DataSource[]) {
  const ofListeners = sources.filter((source) => source.enabled && source.connectorType === 'listener')
  if (ofListeners.length === 0) return []
  const [own] = await findUploads(db, [(await gatheredOfImport(db, row.id)) ?? ''])
  const newest = await newestSources(db, row.pipeline_id)
  return ofListeners.flatMap((source) => {
    const upload = own?.data_sub_kind === source.dataSubKind ? own : newest.get(source.dataSubKind)
    return upload?.status === 'valid' ? [{ source, upload }] : []
  })
}

/**
 * The inputs as files on this machine, with the places of their checked records; `locale`: that of the pipeline, such as
 * 'de-DE'.
 * @throws Error naming a file that is gone
 */
export async function openInputs(
  platform: Pick<Platform, 'db' | 'files'>,
  inputs: readonly RunInput[],
  { schemas, locale }: { schemas: Record<string, JsonSchema>; locale: string | null },
): Promise<PipelineSource[]> {
  const { files } = platform
  return Promise.all(
    inputs.map(async ({ source, rowSchema, upload }): Promise<PipelineSource> => {
      const common = { dataSubKind: source.dataSubKind, rowSchema, tolerance: source.tolerance ?? 0 }
      if (upload === null) return { ...common, file: null }
      const name = upload.original_filename ?? source.dataSubKind
      if (!(await files.exists(upload.file_key))) throw invalid(`The file ${name} of ${source.dataSubKind} is gone`)
      const path = await files.localPath(upload.file_key)
      const by = { contentType: fileKindOf(source), format: fileFormatOf(source), rowSchema, schemas, locale }
      const file = {
        ...{ path, size: Number(upload.size), name, contentType: by.contentType },
        ...readAsChecked(by, upload.detected),
        dataset: keptDataset(platform, upload, by),
      }
      return { ...common, file }
    }),
  )
}
