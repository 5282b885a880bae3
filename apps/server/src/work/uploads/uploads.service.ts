import type { Readable } from 'node:stream'
import {
  ApiError,
  codes,
  conflict,
  contentTypes,
  type DataSource,
  type FindingGroup,
  invalid,
  isUnderWay,
  type Log,
  notFound,
  type NumberedFinding,
  type RejectedFormat,
  type RejectedRecord,
  type TableFormat,
  texts,
  textWith,
  type Upload,
  type UploadSender,
} from '@millrace/contract'
import { outputFormatOf, tableFormatsOf } from '@millrace/contract/uploads/file-types.rule'
import { isOfCause } from '@millrace/contract/uploads/finding-cause.rule'
import { openRejectedDownload, openTableDownload } from '@millrace/engine'
import { describeContentMismatch, detectContent } from '@millrace/engine/formats/bytes/detect-content'
import { readRejectedFindings } from '@millrace/engine/outputs/rejected/read-rejected'
import { readRejectedRecord } from '@millrace/engine/outputs/rejected/rejected-record'
import { recordAudit } from '../../people/audit/audit.service.ts'
import { nameOfDocument } from '../../documents/kernel/documents.reads.ts'
import { readLogs } from '../logs/logs.reads.ts'
import type { PipelineAccess, SeenPipeline } from '../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { contentTypeOf, type Download, stemOf, zipOf } from './export-files.ts'
import { discardAll, type IncomingPart, receiveParts } from './incoming.ts'
import { presentRejectedRecord } from './rejected-record.presenter.ts'
import { storeUploads } from './store-uploads.ts'
import { requireClassified, requireSpace, uploadSource } from './uploads.policy.ts'
import { readSenders } from './upload-senders.ts'
import { uploadsOfImport } from './uploads-of-import.ts'
import { presentUpload } from './uploads.presenter.ts'
import { findUploads, lastUploads, type UploadRow } from './uploads.reads.ts'
import { countFindings, disableUpload, findingsOfRule, lockReadersOf, readFindings } from './uploads.repository.ts'

export type UploadsService = ReturnType<typeof createUploadsService>

/** Each is a process of its own for as long as its reader takes. */
const maxDownloads = 8

/** Files going into pipelines and out of them (UPL and EXP groups). */
export function createUploadsService(
  platform: Pick<Platform, 'db' | 'files' | 'queue' | 'log'>,
  { access }: { access: PipelineAccess },
) {
  const { db, files } = platform
  /** Downloads under way that are made while they are read. */
  let downloads = 0
  /** The uploads in the order asked; ApiError 40400 when one is unknown or its pipeline is not seen. */
  const seenUploads = async (caller: Caller, ids: readonly string[]): Promise<UploadRow[]> => {
    const rows = await findUploads(db, ids)
    if (rows.length !== ids.length) throw notFound()
    const pipelines = [...new Set(rows.map((row) => row.pipeline_id))]
    await access.mustSeeOfUploads(caller, pipelines)
    return rows
  }
  const seenUpload = async (caller: Caller, id: string): Promise<UploadRow> => {
    const [row] = await seenUploads(caller, [id])
    if (row === undefined) throw notFound()
    return row
  }

  return {
    /**
     * Takes one file per source (API-025). Any fault leaves nothing behind, a broken connection included.
     * @param signal fires when nobody waits for the answer any more
     * @throws ApiError 40000 'no valid data', 'cannot be run because of missing properties', 'Unknown data source …',
     * 'The file type is not accepted for …'; 40400; 40900 when the disk is nearly full; 41300
     */
    async send(caller: Caller, parts: AsyncIterable<IncomingPart>, signal?: AbortSignal): Promise<Upload[]> {
      await requireSpace(files)
      let pipeline: SeenPipeline | null = null
      const open = async (pipelineId: string): Promise<SeenPipeline> => {
        pipeline ??= await access.seen(caller, pipelineId)
        requireClassified(pipeline.item)
        return pipeline
      }
      const sources = new Map<string, DataSource>()
      const received = await receiveParts(files, parts, async (pipelineId, file) => {
        sources.set(file.dataSubKind, uploadSource((await open(pipelineId)).item, file))
      })
      try {
        const seen = await open(received.pipelineId)
        if (received.files.length === 0) throw invalid(texts.noValidData)
        for (const { dataSubKind, fileName, pending } of received.files) {
          const source = sources.get(dataSubKind)
          const look = detectContent(pending.head, fileName)
          // An empty file is taken and found invalid, so that the person reads why.
          if (source === undefined || look.kind === 'empty') continue
          const wrong = describeContentMismatch(look, source.contentType)
          if (wrong !== null) throw invalid(textWith.fileTypeRefused(dataSubKind, wrong))
        }
        const { pipelineId, versionId } = seen
        const owner = { pipelineId, versionId, createdBy: caller.userId }
        return await storeUploads(platform, owner, received.files, signal)
      } catch (error) {
        await discardAll(received.files)
        throw error
      }
    },

    /** API-027 */
    async status(caller: Caller, ids: readonly string[]): Promise<(Upload & { logs: Log[] })[]> {
      const rows = await seenUploads(caller, ids)
      const logs = await readLogs(db, { uploads: ids })
      return rows.map((row) => ({ ...presentUpload(row), logs: logs.filter((line) => line.uploadId === row.id) }))
    },

    /** Enabled uploads of one sub kind, newest first, at most four of each origin (API-028, D-62). */
    async last(caller: Caller, pipelineId: string, dataSubKind: string): Promise<Upload[]> {
      const seen = await access.seen(caller, pipelineId)
      const rows = await lastUploads(db, [seen.pipelineId], dataSubKind)
      return rows.slice(0, 4).map(presentUpload)
    },

    /** API-029 */
    async lastAll(caller: Caller, pipelineId: string): Promise<Upload[]> {
      const seen = await access.seen(caller, pipelineId)
      return (await lastUploads(db, [seen.pipelineId])).map(presentUpload)
    },

    /** Who sent each of these uploads, in the order asked; ApiError 40400 when one is unknown or not seen. */
    async senders(caller: Caller, ids: readonly string[]): Promise<UploadSender[]> {
      return readSenders(db, access, caller, await seenUploads(caller, ids))
    },

    ofImport: (caller: Caller, importId: string): Promise<Upload[]> => uploadsOfImport(db, access, caller, importId),

    /**
     * One way: the next newest enabled upload becomes the last one (API-030, UPL-013, D-63).
     * @throws ApiError 40900 while an import of the pipeline runs; 40400
     */
    async disable(caller: Caller, uploadId: string): Promise<Upload> {
      const upload = await seenUpload(caller, uploadId)
      if (!upload.enabled) return presentUpload(upload)
      return db.transaction().execute(async (tx) => {
        const readers = await lockReadersOf(tx, upload.pipeline_id)
        const isOfCountry = ({ pipelineId }: { pipelineId: string }): boolean => pipelineId !== upload.pipeline_id
        if (readers.some((row) => isUnderWay(row.state) || isOfCountry(row))) throw conflict(texts.editWhileRunning)
        if (readers.some(({ state }) => state === 'pending')) throw conflict(texts.editWhilePending)
        const row = await disableUpload(tx, uploadId)
        await recordAudit(tx, caller, {
          kind: 'upload',
          objectId: uploadId,
          name: upload.original_filename ?? upload.data_sub_kind,
          action: 'disable',
          before: { pipeline: await nameOfDocument(tx, upload.pipeline_id), enabled: true },
          after: { enabled: false },
        })
        return presentUpload(row)
      })
    },

    /**
     * One file under its own name, several as export.zip (API-031, EXP-006, EXP-007).
     * @throws ApiError 40000 for an empty list; 40400 when one is unknown, unseen or its file gone
     */
    async export(caller: Caller, uploadIds: readonly string[]): Promise<Download> {
      const ids = [...new Set(uploadIds)]
      if (ids.length === 0) throw invalid(texts.cannotExport)
      const rows = await seenUploads(caller, ids)
      const there = await Promise.all(rows.map((row) => files.exists(row.file_key)))
      if (there.includes(false)) throw notFound()
      const [only] = rows
      if (only !== undefined && rows.length === 1) {
        return {
          fileName: only.original_filename ?? only.data_sub_kind,
          contentType: contentTypeOf(only.origin === 'destination' ? only.original_filename : null),
          size: Number(only.size),
          stream: await files.read(only.file_key),
        }
      }
      const exported = rows.map((row) => ({
        name: row.original_filename ?? row.data_sub_kind,
        key: row.file_key,
        createdAt: row.created_at,
      }))
      return { fileName: 'export.zip', contentType: contentTypes.zip, size: null, stream: zipOf(files, exported) }
    },

    /**
     * What validation found: totals by cause, and one page of the findings in file order.
     * The first come from rows, those beyond from the file of rejected records; with `group` those of one cause, from the
     * rows alone.
     */
    async findings(
      caller: Caller,
      id: string,
      page: { pageNumber: number; nbItemsPerPage: number; group?: number | undefined },
    ): Promise<{ groups: FindingGroup[]; findings: NumberedFinding[]; totalCount: number }> {
      const upload = await seenUpload(caller, id)
      if (page.group !== undefined) {
        const group = upload.groups[page.group]
        const found = group === undefined ? [] : await findingsOfRule(db, id, group)
        const alike = found.filter((finding) => group !== undefined && isOfCause(finding, group))
        const from = (page.pageNumber - 1) * page.nbItemsPerPage
        const findings = alike.slice(from, from + page.nbItemsPerPage)
        return { groups: upload.groups, findings, totalCount: alike.length }
      }
      const findings = await readFindings(db, id, page)
      const next = (page.pageNumber - 1) * page.nbItemsPerPage + findings.length + 1
      const missing = Math.min(page.nbItemsPerPage - findings.length, upload.total_findings - next + 1)
      if (missing > 0 && upload.rejected_key !== null && (await files.exists(upload.rejected_key))) {
        const path = await files.localPath(upload.rejected_key)
        const further = await readRejectedFindings(path, upload.rejected_index, next, missing)
        findings.push(...further.map((finding, i) => ({ ...finding, n: next + i })))
      }
      // Until the judgement there are no totals, but what was found so far can be read.
      const judged = upload.status !== 'validating'
      const totalCount = judged ? upload.total_findings : await countFindings(db, id)
      return { groups: upload.groups, findings, totalCount }
    },

    /**
     * The rejected record that the nth finding of an upload is about, as it stands in the file.
     * @throws ApiError 40400, also without such a finding; 40900 'The upload has no rejected records', 'The record is too
     * large to be shown, …'
     */
    async record(caller: Caller, uploadId: string, n: number): Promise<RejectedRecord> {
      const upload = await seenUpload(caller, uploadId)
      const key = upload.rejected_key
      if (key === null || !(await files.exists(key))) throw conflict(texts.noRejectedRecords)
      const found = await readRejectedRecord(await files.localPath(key), upload.rejected_index, n)
      if (found === null) throw notFound()
      if (found === 'large') throw conflict(texts.recordTooLarge)
      return presentRejectedRecord(found)
    },

    /**
     * The rejected records of an upload as a table for people: row, line, original columns, reasons.
     * @throws ApiError 40400; 40900 'The upload has no rejected records'; 42900 while too many are downloaded
     */
    async rejected(caller: Caller, uploadId: string, format: RejectedFormat): Promise<Download> {
      const upload = await seenUpload(caller, uploadId)
      const key = upload.rejected_key
      if (key === null || !(await files.exists(key))) throw conflict(texts.noRejectedRecords)
      if (downloads >= maxDownloads) throw new ApiError(codes.tooMany, texts.tooManyAttempts)
      const fileName = `${stemOf(upload.original_filename ?? upload.data_sub_kind)}-rejected.${format}`
      const stream = await openRejectedDownload({ path: await files.localPath(key), format, name: 'Rejected records' })
      downloads++
      stream.once('close', () => downloads--)
      return { fileName, contentType: contentTypeOf(fileName), size: null, stream }
    },

    /**
     * A file that an import wrote as a table for people, in another format than its own.
     * @throws ApiError 40400; 40000 'Only output files …', and 'The file cannot be converted: …' for what is no table; 42900
     * while too many are downloaded
     */
    async table(caller: Caller, uploadId: string, format: TableFormat, signal: AbortSignal): Promise<Download> {
      const upload = await seenUpload(caller, uploadId)
      const { origin, original_filename: own, file_key: key, data_sub_kind: name } = upload
      const written = outputFormatOf(own)
      if (written === null || !tableFormatsOf({ from: origin, originalFilename: own }).includes(format)) {
        throw invalid(texts.onlyOutputsAsTables)
      }
      if (!(await files.exists(key))) throw notFound()
      if (downloads >= maxDownloads) throw new ApiError(codes.tooMany, texts.tooManyAttempts)
      const fileName = `${stemOf(own ?? name)}.${format}`
      // Whether it is a table takes a reading of the file, during which it counts already.
      downloads++
      let stream: Readable | null = null
      try {
        const request = { path: await files.localPath(key), fileName: own ?? name, written, format, name }
        const opened = await openTableDownload(request, signal)
        if (opened.problem !== null) throw invalid(textWith.cannotConvert(opened.problem))
        stream = opened.stream
      } finally {
        if (stream === null) downloads--
        else stream.once('close', () => downloads--)
      }
      return { fileName, contentType: contentTypeOf(fileName), size: null, stream }
    },
  }
}
