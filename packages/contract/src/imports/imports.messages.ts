import { z } from 'zod'
import { DocRef } from '../documents/documents.messages.ts'
import { Brand, Datakind, Locale, ProductLine } from '../lookups/lookups.messages.ts'
import { PipelineListItem } from '../pipelines/pipelines.messages.ts'
import { Id, ISODate } from '../primitives.ts'
import { logbookSorts } from './logbook.rule.ts'
import { maxPauseReason } from './pause.rule.ts'
import { JobResult, JobStart, ScheduledJob } from '../schedules/schedules.messages.ts'

export const importStates = ['pending', 'busy', 'progress', 'sequential', 'completed', 'failed', 'aborted'] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

/** Records of one source or sink of a run. Sources: read = in the file; sinks: read = handed to the sink. */
export const RunCounts = z.object({
  read: z.number().int(),
  rejected: z.number().int(),
  written: z.number().int(),
  /** Of a source while it is read, and where the run broke off: the records of its file. */
  total: z.number().int().optional(),
  created: z.number().int().optional(),
  changed: z.number().int().optional(),
  unchanged: z.number().int().optional(),
  deleted: z.number().int().optional(),
})
export type RunCounts = z.infer<typeof RunCounts>

export const ImportCounts = z.object({
  sources: z.record(z.string(), RunCounts),
  sinks: z.record(z.string(), RunCounts),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** What a run ran with, so that it can be replayed to the same bytes (G7). */
export const RanWith = z.object({
  pipeline: DocRef,
  component: DocRef,
  uploads: z.array(z.object({ _id: Id, dataSubKind: z.string(), sha256: z.string() })),
  now: ISODate.optional(),
  timeZone: z.string().optional(),
  seed: z.string().optional(),
  sysVersion: z.number().int().optional(),
  plan: z.string().optional(),
})
export type RanWith = z.infer<typeof RanWith>

export const ImportUser = z.object({ _id: Id, userName: z.string(), firstName: z.string(), lastName: z.string() })
export type ImportUser = z.infer<typeof ImportUser>

/** IMP-042; success is null until the end, then true only for completed (D-77). */
export const Import = z.object({
  _id: Id,
  pipeline: PipelineListItem,
  scheduledAt: ISODate,
  startedAt: ISODate.nullable(),
  endAt: ISODate.nullable(),
  state: ImportState,
  success: z.boolean().nullable(),
  user: ImportUser,
  jobId: Id,
  totalCount: z.number().int().optional(),
  counts: ImportCounts,
  /** Why it failed, in a sentence; null unless it did. */
  problem: z.string().nullable(),
  ranWith: RanWith.nullable(),
})
export type Import = z.infer<typeof Import>

/**
 * Imports that one run of a job takes one after the other, as the countries of a master are run (IMP-012): those of them
 * that the caller sees, two or more. Each firing of a plan is a run of its own.
 */
export const ImportChain = z.object({
  /** The master; null for a list of pipelines, and where the caller does not see the master. */
  pipeline: DocRef.nullable(),
  /** In the order in which they run. */
  imports: z.array(Id).min(2),
  /** Those of them that the filters leave out. */
  unmatched: z.array(Id),
})
export type ImportChain = z.infer<typeof ImportChain>

/** While imports are paused, nothing begins that was started or came due. */
export const ImportPause = z.object({ since: ISODate, reason: z.string(), userName: z.string() })
export type ImportPause = z.infer<typeof ImportPause>

const filterId = Id.nullable().optional()

export const importCalls = {
  'GET /imports/pipeline': { query: z.object({ pipelineId: Id }), reply: z.array(Id) },
  /** The last imports that read an upload, newest first, and how many there are; only those whose pipeline the caller sees. */
  'GET /imports/upload': {
    query: z.object({ uploadId: Id }),
    reply: z.object({ imports: z.array(Import), totalCount: z.number().int() }),
  },
  'POST /imports': { body: JobStart, reply: JobResult.extend({ imports: z.array(JobResult).optional() }) },
  'POST /imports/runAllImport': {
    body: z.object({
      pipelineId: Id,
      listPipelines: z.array(Id).optional(),
      kind: z.literal('sequential').optional(),
      restartOnError: z.literal(true).optional(),
    }),
    reply: JobResult.extend({ imports: z.array(JobResult) }),
  },
  'GET /imports/job': {
    query: z.object({ pipelineId: Id }),
    /** `pause` while imports are paused. */
    reply: z.object({ imp: Import.nullable(), job: ScheduledJob.nullable(), pause: ImportPause.optional() }),
  },
  'POST /imports/abort': { body: z.object({ importId: Id }), reply: Import },
  /** Nothing begins any more until it is resumed; paused again, the reason is another one. What runs goes on. */
  'POST /imports/pause': {
    body: z.object({ reason: z.string().trim().min(1).max(maxPauseReason) }),
    reply: ImportPause,
  },
  /** What waited begins within seconds. */
  'DELETE /imports/pause': { reply: z.null() },
  'POST /imports/listAll': {
    body: z.object({
      pageNumber: z.number().int().min(1),
      nbItemsPerPage: z.number().int().min(1).max(100),
      locale: filterId,
      brand: filterId,
      datakind: filterId,
      productLine: filterId,
      user: filterId,
      success: z
        .union([z.boolean(), z.array(z.boolean()).min(1)])
        .nullable()
        .optional(),
      pending: z.boolean().nullable().optional(),
      /** Only these states. */
      states: z.array(ImportState).min(1).nullable().optional(),
      /** Scheduled at or after `from` and at or before `to`, both instants. */
      from: ISODate.nullable().optional(),
      to: ISODate.nullable().optional(),
      /** Only imports of this pipeline, named by any of its versions; of a master those of its countries. */
      pipeline: filterId,
      sort: z
        .object({ by: z.enum(logbookSorts), descending: z.boolean() })
        .nullable()
        .optional(),
      /**
       * A chain counts as one row, in `nbItemsPerPage` and `totalCount`, and is listed whole where one of its imports
       * passes the filters. It is sorted by what it shows: its master's name, its first start and last end.
       */
      grouped: z.boolean().optional(),
    }),
    /** `chains` of the page, where they are asked for by `grouped`; the imports of each stand together. */
    reply: z.object({
      imports: z.array(Import),
      totalCount: z.number().int(),
      chains: z.array(ImportChain).optional(),
    }),
  },
  'GET /imports/listAllFilters': {
    reply: z.object({
      brands: z.array(Brand),
      locales: z.array(Locale),
      productLines: z.array(ProductLine),
      kinds: z.array(Datakind),
      users: z.array(ImportUser),
    }),
  },
}
