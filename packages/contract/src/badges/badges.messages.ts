import { z } from 'zod'
import { Id } from '../primitives.ts'

/** A badge; it travels as a tag (wire contract, section 2). */
export const Tag = z.object({
  _id: Id,
  name: z.string(),
  type: z.enum(['admin', 'project']),
  color: z.string().optional(),
  isUsed: z.boolean(),
  isHidden: z.boolean(),
})
export type Tag = z.infer<typeof Tag>

/** OR list of AND lists of badge ids; [] is no restriction (TAG-015). */
export const Rule = z.array(z.array(Id))
export type Rule = z.infer<typeof Rule>

export const DocTags = z.object({ read: Rule, write: Rule })
export type DocTags = z.infer<typeof DocTags>

/** Colour of a new project badge (TAG-002). */
export const defaultBadgeColor = '#409EFF'
