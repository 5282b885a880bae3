import { z } from 'zod'
import { Id, ISODate, Json, QueryNumber } from '../primitives.ts'
import { auditFormats } from '../uploads/file-types.rule.ts'

/** Who did what to which object. `before` is null when it was made, `after` when it was deleted. */
export const AuditEntry = z.object({
  _id: Id,
  at: ISODate,
  /** `_id` is null for the product's own work and for people who were deleted. */
  user: z.object({ _id: Id.nullable(), userName: z.string() }),
  kind: z.string(),
  id: Id,
  name: z.string(),
  action: z.string(),
  before: Json,
  after: Json,
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Absent filters let everything pass. `user` is part of a username, `text` part of the object's name; `from` and `to` are instants, both inclusive. */
const filters = {
  user: z.string().max(200).optional(),
  kind: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  text: z.string().max(200).optional(),
  from: ISODate.optional(),
  to: ISODate.optional(),
}
export const AuditFilters = z.object(filters)
export type AuditFilters = z.infer<typeof AuditFilters>

export const auditCalls = {
  'GET /audit': {
    query: z.object({
      pageNumber: QueryNumber.pipe(z.number().min(1)).default(1),
      nbItemsPerPage: QueryNumber.pipe(z.number().min(1).max(200)).default(50),
      ...filters,
    }),
    reply: z.object({ entries: z.array(AuditEntry), totalCount: z.number().int() }),
  },
  /** Kinds and actions that occur, for the filters. */
  'GET /audit/filters': { reply: z.object({ kinds: z.array(z.string()), actions: z.array(z.string()) }) },
  /** All entries the filters let pass, newest first; a download for people (S10). */
  'POST /audit/export': {
    body: z.object({ format: z.enum(auditFormats), ...filters }),
    file: true,
    reply: z.null(),
  },
}
