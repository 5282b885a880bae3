import { z } from 'zod'
import { Id, ISODate } from '../primitives.ts'

export const VersionRecord = z.object({
  _id: Id,
  version: z.number().int(),
  vLocked: z.boolean(),
  vParents: z.array(Id),
  lastUpdateDate: ISODate,
})
export type VersionRecord = z.infer<typeof VersionRecord>
