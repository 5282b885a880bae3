import { type DataSource, invalid, notFound, type SentFile, type SourcePreview, texts } from '@millrace/contract'
import { guessDecimal, previewFile, type PreviewRequest } from '@millrace/engine'
import { rowProperties } from '@millrace/engine/schemas/row-properties'
import type { ConnectionsService } from '../../../documents/connections/connections.service.ts'
import type { EditedPipeline, EditedPipelines } from '../../../documents/pipelines/edited-pipeline.ts'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import { decodeNamedFile } from '../../../platform/files/sent-file.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { createCallSemaphore } from '../../../platform/http/call-semaphore.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import { fetchSource, SourceError } from '../../uploads/fetch-source.ts'
import { MemoryFiles } from './memory-files.ts'
import { fileFormatOf, fileKindOf } from '../../uploads/file-format-of.ts'
import { findUploads } from '../../uploads/uploads.reads.ts'

export type SourcePreviews = ReturnType<typeof createSourcePreviews>

type Deps = {
  editedPipelines: EditedPipelines
  access: Pick<PipelineAccess, 'mustSeeOfUploads'>
  connections: Pick<ConnectionsService, 'openUsable'>
  outbound: Pick<Outbound, 'send'>
}
type Edited = { id: string; component?: string | null | undefined; source: DataSource }
type PreviewedFile = { name: string } & ({ content: Uint8Array } | { path: string; size: number })

/** What sources make of real files while they are set up. Each is read in a process of its own, and nothing is kept. */
export function createSourcePreviews(
  { db, files, now, settings }: Pick<Platform, 'db' | 'files' | 'now' | 'settings'>,
  { editedPipelines, access, connections, outbound }: Deps,
) {
  const semaphore = createCallSemaphore({ max: 4, maxEach: 2, maxWaiting: 8, maxWaitingEach: 2 })

  async function preview(
    caller: Caller,
    pipeline: EditedPipeline,
    source: DataSource,
    file: PreviewedFile,
    signal: AbortSignal,
  ): Promise<SourcePreview> {
    const { rowSchema, schemas, problem: port } = await pipeline.rowsOf('input', source.dataSubKind)
    const request: PreviewRequest = {
      file: {
        ...file,
        contentType: fileKindOf(source),
        format: fileFormatOf(source),
        decimalGuess: guessDecimal(pipeline.item.locale?.label ?? null),
      },
      rowSchema,
      schemas,
    }
    const shown = await semaphore.run(caller.userId, () => previewFile(request, { signal }), signal)
    const properties = rowSchema === null ? [] : rowProperties(rowSchema, schemas)
    return { ...shown, fileName: file.name, properties, port }
  }

  /** The file of an upload of a pipeline that the caller sees. */
  async function uploaded(caller: Caller, id: string): Promise<PreviewedFile> {
    const [row] = await findUploads(db, [id])
    if (row === undefined || row.origin !== 'source') throw notFound()
    await access.mustSeeOfUploads(caller, [row.pipeline_id])
    if (!(await files.exists(row.file_key))) throw invalid('The file of this upload is no longer kept. Choose a file')
    const path = await files.localPath(row.file_key)
    return { path, size: Number(row.size), name: row.original_filename ?? row.data_sub_kind }
  }

  return {
    /**
     * POST /pipelines/preview-source: of a sent file or of an upload. What is wrong with the file is the `problem` of the
     * answer, not an error.
     * @throws ApiError 40000 without a file or with one that is none; 40400; 41300; 42900
     */
    async ofFile(
      caller: Caller,
      {
        id,
        component,
        source,
        file,
        uploadId,
      }: Edited & { file?: SentFile | undefined; uploadId?: string | undefined },
      signal: AbortSignal,
    ): Promise<SourcePreview> {
      const pipeline = await editedPipelines.open(caller, { id, component })
      if (uploadId !== undefined) return preview(caller, pipeline, source, await uploaded(caller, uploadId), signal)
      if (file === undefined) throw invalid(texts.noValidData)
      const { name, content } = decodeNamedFile(file)
      return preview(caller, pipeline, source, { name, content }, signal)
    },

    /**
     * POST /pipelines/try-source: of what the source gives now, over the connections that the caller may use.
     * @throws ApiError 40000 with the cause; 40300; 40400; 42900
     */
    async ofFetch(
      caller: Caller,
      { id, component, source: edited }: Edited,
      signal: AbortSignal,
    ): Promise<SourcePreview> {
      const pipeline = await editedPipelines.open(caller, { id, component, writes: true })
      const source = pipeline.withSecrets.source(edited)
      const openConnection = (connection: string) => connections.openUsable(caller, connection)
      const memory = new MemoryFiles()
      const deps = { files: memory, outbound, openConnection, now, timeZone: settings.timeZone }
      const fetched = await semaphore
        .run(caller.userId, () => fetchSource(deps, pipeline.item, source, signal), signal)
        .catch((error: unknown) => {
          throw error instanceof SourceError ? invalid(`${error.message}.`) : error
        })
      const file = { name: fetched.fileName ?? source.dataSubKind, content: memory.content }
      return preview(caller, pipeline, source, file, signal)
    },
  }
}
