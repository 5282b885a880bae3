import { readFile } from 'node:fs/promises'
import { conflict, invalid, notFound, type Reply, texts } from '@millrace/contract'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { convertFile } from '@millrace/engine'
import { type FoundRecord, readRejectedRecord } from '@millrace/engine/outputs/rejected/rejected-record'
import type { TakeTurn } from '../../documents/kernel/test-cases/test-cases.service.ts'
import { pipelineHeads } from '../../documents/pipelines/pipelines.reads.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { fileFormatOf, fileKindOf } from './file-format-of.ts'
import { findUploads, type UploadRow } from './uploads.reads.ts'

export type RecordPayloads = ReturnType<typeof createRecordPayload>

/** A larger file is not read for one record of it. */
const maxFileBytes = 20 << 20

type Wanted = { id: string; n?: number | undefined; row?: number | undefined }

/**
 * GET /uploads/payload: a record of an upload with its own names and texts, as a test case of its pipeline takes it.
 * @throws ApiError 40400, also without such a record; 40000 when the file cannot be read; 40900 'The record is too large
 * to be shown, …'
 */
export function createRecordPayload(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  { access, takeTurn }: { access: PipelineAccess; takeTurn: TakeTurn },
) {
  /** The rejected record that the nth finding is about. */
  async function rejectedRecord({ rejected_key: key, rejected_index: index }: UploadRow, n: number) {
    if (key === null || !(await files.exists(key))) throw conflict(texts.noRejectedRecords)
    const found = await readRejectedRecord(await files.localPath(key), index, n)
    if (found === null) throw notFound()
    if (found === 'large') throw conflict(texts.recordTooLarge)
    return { record: byName(found), row: found.row, line: found.line }
  }

  async function recordOfRow(caller: Caller, upload: UploadRow, versionId: string, row: number, signal: AbortSignal) {
    const item = (await access.items([versionId])).get(versionId)
    const source = item?.dataSources.find(({ dataSubKind }) => dataSubKind === upload.data_sub_kind)
    if (source === undefined || !(await files.exists(upload.file_key))) throw notFound()
    if (Number(upload.size) > maxFileBytes) throw conflict(texts.recordTooLarge)
    // Under the file's own names: a test case gives the columns theirs, as an upload does.
    const { columns: _, ...format } = fileFormatOf(source)
    const content = await readFile(await files.localPath(upload.file_key))
    const request = { name: nameOf(upload), contentType: fileKindOf(source), content, format }
    const { value, problem } = await takeTurn(caller, () => convertFile(request, { signal }), signal)
    if (problem !== null) throw invalid(problem)
    const record: unknown = Array.isArray(value) ? value[row - 1] : undefined
    if (record === undefined) throw notFound()
    return { record, row, line: null }
  }

  return async (
    caller: Caller,
    { id, n, row }: Wanted,
    signal: AbortSignal,
  ): Promise<Reply<'GET /uploads/payload'>> => {
    const [upload] = await findUploads(db, [id])
    if (upload === undefined) throw notFound()
    await access.mustSeeOfUploads(caller, [upload.pipeline_id])
    const [head] = await pipelineHeads(db, [upload.pipeline_id])
    if (head === undefined) throw notFound()
    const found =
      n === undefined
        ? await recordOfRow(caller, upload, head.chosenId, row ?? 1, signal)
        : await rejectedRecord(upload, n)
    return {
      pipeline: head.chosenId,
      from: [placeOf(found, upload), nameOf(upload)].filter(Boolean).join(' of '),
      payload: { [upload.data_sub_kind]: [found.record] },
    }
  }
}

const nameOf = ({ original_filename, data_sub_kind }: UploadRow): string => original_filename ?? data_sub_kind

/** 'row 2', or 'sheet Products, row 3'. */
const placeOf = ({ row, line }: { row: number | null; line: number | null }, { detected }: UploadRow): string => {
  const sheet = detected?.sheet
  return recordPlace({ row, line: sheet === undefined ? null : line }, sheet)
}

/** The record by the names of its columns; cells without one are left out. */
function byName({ record, columns }: FoundRecord): Record<string, unknown> {
  if (!Array.isArray(record)) return record
  const names = columns ?? record.map((_, place) => String(place + 1))
  return Object.fromEntries(names.map((name, place) => [name, record[place] ?? '']))
}
