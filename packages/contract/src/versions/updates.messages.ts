import { z } from 'zod'
import { DocRef } from '../documents/documents.messages.ts'
import { Id } from '../primitives.ts'
import { ScheduledJob } from '../schedules/schedules.messages.ts'

const effect = z.enum(['breaking', 'safe', 'none'])

/** Why a document is touched by an update, as far as the caller sees what it is about. */
export const UpdateReason = z.object({
  /** What it will refer to anew, by the field that does; `to` null: a draft that does not exist yet. */
  references: z.array(
    z.object({
      field: z.string(),
      type: DocRef.shape.type,
      name: z.string(),
      from: z.number().int(),
      to: z.number().int().nullable(),
    }),
  ),
  /** What the newer version that takes its place does differently, at most `maxChanges` of them. */
  changes: z.array(z.object({ path: z.string(), text: z.string(), effect: z.enum(['breaking', 'safe']) })),
  /** What that means: of its own changes, or the worst of what it will refer to. */
  effect,
  /** False: it must change and the caller may not change it, so that the update is refused. */
  writable: z.boolean(),
})
export type UpdateReason = z.infer<typeof UpdateReason>

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
  why?: UpdateReason
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
    why: UpdateReason.optional(),
  })
  .meta({ id: 'UpdateReport' })

/**
 * A row of a preview as it comes back to be carried out: of all that it holds only what it says would happen. Of its root
 * two things are chosen (D-99): no `pipelines` leaves the countries of a master alone, `updatePendings` false its plans.
 */
export type AskedRow = {
  old: { _id: string }
  new?: { _id: string } | null
  update?: boolean
  updated?: boolean
  child_update?: boolean
  schemas?: AskedRow[]
  components?: AskedRow[]
  pipelines?: AskedRow[]
  pendings?: { scheduled: { _id: string; pipelineId: string }[]; repeatable: { _id: string; pipelineId: string }[] }
  updatePendings?: boolean
}
const plan = z.object({ _id: Id, pipelineId: Id })
export const AskedRow: z.ZodType<AskedRow> = z
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
    get pipelines() {
      return z.array(AskedRow).optional()
    },
    pendings: z.object({ scheduled: z.array(plan), repeatable: z.array(plan) }).optional(),
    updatePendings: z.boolean().optional(),
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
  'POST /pipelines/version/compute': compute,
  'POST /schemas/version/update': update,
  'POST /components/version/update': update,
  'POST /pipelines/version/update': update,
}
