import { z } from 'zod'
import { PipelineListItem } from '../pipelines/pipelines.messages.ts'
import { Id, ISODate } from '../primitives.ts'

export const jobKinds = ['immediate', 'scheduled', 'repeat', 'sequential'] as const
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
