import { z } from 'zod'
import { DocRef } from '../documents/documents.messages.ts'
import { Id } from '../primitives.ts'
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

/** A row of a preview as it comes back to be carried out: of all that it holds only what it says would happen. */
export type AskedRow = {
  old: { _id: string }
  new?: { _id: string } | null
  update?: boolean
  updated?: boolean
  child_update?: boolean
  schemas?: AskedRow[]
  components?: AskedRow[]
}
const AskedRow: z.ZodType<AskedRow> = z
  .object({
    old: z.object({ _id: Id }),
    new: z.object({ _id: Id }).nullish(),
    update: z.boolean().optional(),
    updated: z.boolean().optional(),
    child_update: z.boolean().optional(),
    get schemas() {
      return z.array(AskedRow).optional()
    },
    get components() {
      return z.array(AskedRow).optional()
    },
  })
  .meta({ id: 'AskedRow' })

const compute = { body: z.object({ id: Id }), reply: UpdateReport }
/**
 * The preview as it was computed. Carried out is what the server computes anew (D-99): 40900 where the rows sent differ
 * from it; rows that are not sent are not compared.
 */
const update = { body: z.object({ update_data: AskedRow }), reply: UpdateReport }

/** Updates of documents to newer versions of what they use (VER-012, VER-013). */
export const updateCalls = {
  'POST /schemas/version/compute': compute,
  'POST /components/version/compute': compute,
  'POST /schemas/version/update': update,
  'POST /components/version/update': update,
}
