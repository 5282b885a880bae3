import { z } from 'zod'
import { Id, IdList, ISODate, QueryNumber } from '../primitives.ts'
import { Log } from '../logs/logs.messages.ts'
import { DetectedFormat } from './file-format.ts'
import { rejectedFormats, tableFormats } from './file-types.rule.ts'
import { maxFindingsPerPage } from './finding-limits.rule.ts'
import { maxSampledRecords } from './sample.rule.ts'
import { FindingGroup, NumberedFinding, RejectedRecord } from './findings.messages.ts'
import { SentFile } from './sent-file.messages.ts'

export const UploadStatus = z.enum(['validating', 'valid', 'invalid'])
export type UploadStatus = z.infer<typeof UploadStatus>

export const UploadCounts = z.object({
  records: z.number().int(),
  valid: z.number().int(),
  rejected: z.number().int(),
})
export type UploadCounts = z.infer<typeof UploadCounts>

/** UPL-009; `size`, `sha256`, `counts` and `detected` are extensions. */
export const Upload = z.object({
  _id: Id,
  pipelineId: Id,
  status: UploadStatus,
  enabled: z.boolean(),
  originalFilename: z.string().nullable(),
  createdAt: ISODate,
  dataSubKind: z.string(),
  from: z.enum(['source', 'destination']),
  size: z.number().int(),
  sha256: z.string(),
  counts: UploadCounts.nullable(),
  detected: DetectedFormat.nullable(),
})
export type Upload = z.infer<typeof Upload>

/** How an upload came, and by whom (extension). */
export const UploadSender = z.object({
  _id: Id,
  /** A person sent it or had it fetched, a plan had it fetched, a listener gathered it, an import wrote it. */
  how: z.enum(['sent', 'fetched', 'planned', 'gathered', 'written']),
  /**
   * Who sent it, had it fetched, made the plan, published the listener or started the import; null where nobody knows, and
   * for people who are neither in the caller's list nor named by imports of the pipeline.
   */
  userName: z.string().nullable(),
  /** The plan as a sentence, 'Every Monday at 06:15'; null for other uploads, and for a plan that the caller does not see. */
  plan: z.string().nullable(),
  /** Name of the listener; null for other uploads, and for a listener that is gone. */
  listener: z.string().nullable(),
})
export type UploadSender = z.infer<typeof UploadSender>

/**
 * Records of an upload (extension): valid ones as an import hands them on, rejected ones as they stand in the file. `read`:
 * how many were looked at; `cut`: some are left out, since all together were too large.
 */
export const UploadRecords = z.object({ records: z.array(z.unknown()), read: z.number().int(), cut: z.boolean() })
export type UploadRecords = z.infer<typeof UploadRecords>

export const uploadCalls = {
  'POST /uploads': { multipart: true, reply: z.array(Upload) },
  'GET /uploads/status': {
    query: z.object({ ids: IdList }),
    reply: z.array(Upload.extend({ logs: z.array(Log) })),
  },
  'GET /uploads/last': {
    query: z.object({ pipelineId: Id, dataSubKind: z.string().min(1) }),
    reply: z.array(Upload),
  },
  'GET /uploads/last-all': { query: z.object({ pipelineId: Id }), reply: z.array(Upload) },
  /** Files an import read and wrote, of any age. */
  'GET /uploads/import': { query: z.object({ importId: Id }), reply: z.array(Upload) },
  /** In the order asked. */
  'GET /uploads/senders': { query: z.object({ ids: IdList }), reply: z.array(UploadSender) },
  'POST /uploads/disable': { body: z.object({ uploadId: Id }), reply: Upload },
  'POST /uploads/export': {
    body: z.object({ uploadIds: z.array(Id) }),
    file: true,
    reply: z.null(),
  },
  'POST /uploads/rejected': {
    body: z.object({ uploadId: Id, format: z.enum(rejectedFormats) }),
    file: true,
    reply: z.null(),
  },
  /** A file that an import wrote as a table for people, in another format than its own (extension). */
  'POST /uploads/table': {
    body: z.object({ uploadId: Id, format: z.enum(tableFormats) }),
    file: true,
    reply: z.null(),
  },
  'GET /uploads/findings': {
    query: z.object({
      id: Id,
      pageNumber: QueryNumber.min(1).default(1),
      nbItemsPerPage: QueryNumber.min(1).max(maxFindingsPerPage).default(50),
      /** Only findings of the group at this place of `groups`, among those stored one by one. */
      group: QueryNumber.min(0).optional(),
    }),
    reply: z.object({
      groups: z.array(FindingGroup),
      findings: z.array(NumberedFinding),
      totalCount: z.number().int(),
    }),
  },
  /** The first valid records, random ones, or the first rejected ones. */
  'GET /uploads/records': {
    query: z.object({
      id: Id,
      which: z.enum(['first', 'random', 'rejected']),
      count: QueryNumber.min(1).max(maxSampledRecords).default(10),
    }),
    reply: UploadRecords,
  },
  /** The rejected record a finding is about, `n` as in the findings; there once the upload is judged. */
  'GET /uploads/record': { query: z.object({ id: Id, n: QueryNumber.min(1) }), reply: RejectedRecord },
  /**
   * A record of an upload as it stands in the file, as the payload of a test case of its pipeline: the rejected record a
   * finding is about (`n`), or the one of a row. `pipeline` is the version that is imported.
   */
  'GET /uploads/payload': {
    query: z.object({ id: Id, n: QueryNumber.min(1).optional(), row: QueryNumber.min(1).optional() }),
    reply: z.object({ pipeline: Id, from: z.string(), payload: z.record(z.string(), z.array(z.unknown())) }),
  },
}

/** Calls for sources that are not files a person chose. */
export const fetchCalls = {
  'POST /uploads/fetchRealTime': {
    body: z.object({ pipeline: Id, dataSubKinds: z.array(z.string().min(1)).min(1) }),
    reply: z.array(Upload),
  },
  'POST /uploads/toJson': {
    base64: true,
    body: SentFile,
    reply: z.unknown(),
  },
}
