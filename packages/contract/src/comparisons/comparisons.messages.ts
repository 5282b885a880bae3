import { z } from 'zod'
import { Id } from '../primitives.ts'

/** A record whose output differs; of values that are long or many only the beginning. `null`: nothing stands there. */
export const ChangedRecord = z.object({
  place: z.string(),
  change: z.enum(['changed', 'added', 'removed']),
  values: z.array(z.object({ pointer: z.string(), locked: z.string().nullable(), draft: z.string().nullable() })),
  more: z.number().int(),
})
export type ChangedRecord = z.infer<typeof ChangedRecord>

/** `records` were compared; of them so many differ, are new, are gone, or stand at another place. */
export const OutputComparison = z.object({
  records: z.number().int(),
  changed: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  moved: z.number().int(),
  /** Fields that differ, with the number of changed records in which they do; most first. */
  fields: z.array(z.object({ field: z.string(), records: z.number().int() })),
  examples: z.array(ChangedRecord),
})
export type OutputComparison = z.infer<typeof OutputComparison>

/**
 * What one recorded payload came to. `breaks`: it runs with the locked version and not with the draft, `repairs`: the
 * other way round, `skipped`: it was not compared; `message` says why.
 */
export const PayloadComparison = OutputComparison.extend({
  kind: z.enum(['testCase', 'pipeline']),
  name: z.string(),
  state: z.enum(['compared', 'breaks', 'repairs', 'skipped']),
  message: z.string().nullable(),
})
export type PayloadComparison = z.infer<typeof PayloadComparison>

/** `locked`: the newest locked version, which the draft was compared with; null when none is locked yet. */
export const LockedComparison = z.object({
  locked: z.object({ _id: Id, version: z.number().int() }).nullable(),
  payloads: z.array(PayloadComparison),
})
export type LockedComparison = z.infer<typeof LockedComparison>

/** What changes if a draft is locked (extension): it and the newest locked version over recorded payloads. */
export const comparisonCalls = {
  'POST /components/{id}/compareLocked': { params: z.object({ id: Id }), reply: LockedComparison },
}
