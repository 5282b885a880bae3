import { ApiError, type FileFormat, type FileKind, type JsonSchema } from '@millrace/contract'
import type { PipelineAccess, PipelineDefinitions, RunDefinition } from '../../documents/pipelines/pipelines.types.ts'
import { fileFormatOf, fileKindOf } from './file-format-of.ts'
import type { UploadRow } from './uploads.reads.ts'

export type SourceDeps = { definitions: PipelineDefinitions; access: Pick<PipelineAccess, 'items'> }

/** How the file of an upload is read, and what its records have to be. */
export type UploadedSource = {
  contentType: FileKind
  format: FileFormat
  tolerance: number
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  locale: string | null
  /** What imports of it run; null where it cannot be run. */
  definition: RunDefinition | null
}

/**
 * The data source that an upload was sent for, in the version of the pipeline that it was sent to; null when it is gone.
 * @param warn hears why only the form of the file can be checked
 */
export async function sourceOfUpload(
  deps: SourceDeps,
  row: UploadRow,
  warn: (message: string) => void = () => {},
): Promise<UploadedSource | null> {
  if (row.version_id === null) return null
  try {
    const definition = await deps.definitions.forRun(row.version_id)
    const found = definition.sources.find((entry) => entry.source.dataSubKind === row.data_sub_kind)
    if (found === undefined) return null
    const { source, rowSchema } = found
    const { tolerance = 0 } = source
    const read = { contentType: fileKindOf(source), format: fileFormatOf(source) }
    const locale = definition.item.locale?.label ?? null
    return { ...read, tolerance, rowSchema, schemas: definition.schemas, locale, definition }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    warn(`Only the form of the file is checked: ${error.message}`)
    const item = (await deps.access.items([row.version_id])).get(row.version_id)
    const source = item?.dataSources.find((entry) => entry.dataSubKind === row.data_sub_kind)
    if (source === undefined) return null
    const { tolerance = 0 } = source
    const read = { contentType: fileKindOf(source), format: fileFormatOf(source) }
    return { ...read, tolerance, rowSchema: null, schemas: {}, locale: null, definition: null }
  }
}
