import { z } from 'zod'
import { Id, ISODate } from '../primitives.ts'
import { UploadStatus } from '../uploads/uploads.messages.ts'
import { ImportState } from './imports.messages.ts'

/** What somebody who picks a pipeline wants to know of it. */
export const PipelineLatest = z.object({
  /** A version, as GET /users/pipelines offers it. */
  _id: Id,
  /** The newest enabled file of its own sources. */
  file: z.object({ name: z.string().nullable(), at: ISODate, status: UploadStatus }).nullable(),
  /**
   * The newest import that has begun or is about to; of a master, which is never imported itself, the newest of the
   * countries that the caller sees. `at`: when it began, else when it was to.
   */
  last: z.object({ _id: Id, pipelineId: Id, state: ImportState, at: ISODate, leftOut: z.number().int() }).nullable(),
  /** When a plan runs it next, be it its own or that of a list it stands in; of a master its own. */
  next: ISODate.nullable(),
})
export type PipelineLatest = z.infer<typeof PipelineLatest>

export const latestCalls = {
  /** Of each pipeline that GET /users/pipelines offers, in that order. */
  'GET /imports/latest': { reply: z.array(PipelineLatest) },
}
