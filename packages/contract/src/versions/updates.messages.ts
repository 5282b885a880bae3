import { z } from 'zod'
import { DocRef } from '../documents/documents.messages.ts'
import { ScheduledJob } from '../schedules/schedules.messages.ts'

/**
 * One document of an update preview (VER-027, D-98): `update` a new version of it will be made, `updated` a newer version
 * takes its place, `child_update` its references change. `new` is what it becomes or would point to, null before a new
 * version exists.
 */
export type UpdateReport = {
  old: DocRef
  new: DocRef | null
  update: boolean
  updated: boolean
  child_update: boolean
  schemas: UpdateReport[]
  components: UpdateReport[]
  pipelines: UpdateReport[]
  pendings: { scheduled: ScheduledJob[]; repeatable: ScheduledJob[] }
  updatePendings: boolean
}
export const UpdateReport: z.ZodType<UpdateReport> = z
  .object({
    old: DocRef,
    new: DocRef.nullable(),
    update: z.boolean(),
    updated: z.boolean(),
    child_update: z.boolean(),
    get schemas() {
      return z.array(UpdateReport)
    },
    get components() {
      return z.array(UpdateReport)
    },
    get pipelines() {
      return z.array(UpdateReport)
    },
    pendings: z.object({ scheduled: z.array(ScheduledJob), repeatable: z.array(ScheduledJob) }),
    updatePendings: z.boolean(),
  })
  .meta({ id: 'UpdateReport' })
