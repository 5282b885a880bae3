import { z } from 'zod'
import { PipelineListItem } from '../pipelines/pipelines.messages.ts'
import { Id, ISODate } from '../primitives.ts'

const jobKinds = ['immediate', 'scheduled', 'repeat', 'sequential'] as const
export const JobKind = z.enum(jobKinds)
export type JobKind = z.infer<typeof JobKind>

/** JOB-005 */
export const ScheduledJob = z.object({
  _id: Id,
  jobKind: JobKind,
  kind: JobKind,
  scheduledAt: ISODate.nullable(),
  scheduledDate: z.string().nullable(),
  scheduledTime: z.string().nullable(),
  repeatPattern: z.string().nullable(),
  pipelineId: Id,
  pipeline: PipelineListItem,
  listPipelines: z.array(Id).optional(),
  restartOnError: z.literal(true),
  scheduledBy: z.object({ userName: z.string() }),
  lastExecuted: ISODate.nullable(),
  nextImport: z.object({ _id: Id, scheduledAt: ISODate }).nullable(),
  /** IANA zone in which date, time and pattern are read; kept as it was when the job was made, so that a changed setting moves no plan. */
  timeZone: z.string(),
})
export type ScheduledJob = z.infer<typeof ScheduledJob>

/** Job start payload (IMP-046). `kind` stays a text: an unknown one has a fixed refusal (IMP-041); `jobKind` is read too (D-83). */
export const JobStart = z.object({
  pipelineId: Id.optional(),
  listPipelines: z.array(Id).min(1).optional(),
  kind: z.string().optional(),
  jobKind: z.string().optional(),
  scheduledDate: z.string().optional(),
  scheduledTime: z.string().optional(),
  repeatPattern: z.string().optional(),
  restartOnError: z.literal(true).optional(),
  state: z.string().optional(),
})
export type JobStart = z.infer<typeof JobStart>

export const JobResult = z.object({ jobId: Id, importId: Id })
export type JobResult = z.infer<typeof JobResult>

export const scheduleCalls = {
  'POST /imports/plan': {
    /** `jobId` when an existing plan is edited: its zone counts. */
    body: JobStart.extend({ jobId: Id.optional() }),
    reply: z.object({ sentence: z.string(), nextRuns: z.array(ISODate) }),
  },
  'POST /imports/job': {
    body: JobStart.extend({ jobId: Id }),
    reply: JobResult.extend({ imports: z.array(JobResult).optional() }),
  },
  'GET /imports/listScheduled': {
    reply: z.object({ scheduled: z.array(ScheduledJob), repeatable: z.array(ScheduledJob) }),
  },
  'DELETE /imports/job': { query: z.object({ jobId: Id }), reply: z.null() },
  'DELETE /imports': { query: z.object({ importId: Id }), reply: z.null() },
}
