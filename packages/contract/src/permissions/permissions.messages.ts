import { z } from 'zod'
import { DocTags, Tag, TaggedType } from '../badges/badges.messages.ts'
import { Id, RoleName } from '../primitives.ts'

/** What a person may be asked about. Upload, import and export are asked of pipelines only. */
export const explainedActions = ['read', 'write', 'write-badges', 'upload', 'import', 'export'] as const
export const ExplainedAction = z.enum(explainedActions)
export type ExplainedAction = z.infer<typeof ExplainedAction>

/** One group of badges that a rule asks for; `held`: the person holds all of them. */
const BadgeGroup = z.object({ tags: z.array(Tag), held: z.boolean() })
export type BadgeGroup = z.infer<typeof BadgeGroup>

/**
 * What a rule is about. 'reach': which kinds of documents role user has at all; 'way': role user sees a folder as the way
 * to a pipeline.
 */
export const RuleSubject = z.enum([
  'account',
  'role',
  'reach',
  'way',
  'assignment',
  'data kind',
  'read',
  'write',
  'ready-made',
  'lock',
])
export type RuleSubject = z.infer<typeof RuleSubject>

/** One rule on the way to the answer, in words, e.g. 'Read badges of the folder Pipelines / France'. */
export const ExplainStep = z.object({
  about: RuleSubject,
  rule: z.string(),
  passed: z.boolean(),
  groups: z.array(BadgeGroup),
})
export type ExplainStep = z.infer<typeof ExplainStep>

/** Why: `rule` and `groups` are those of the first rule that failed, or of the one that decided. */
export const Explanation = z.object({
  allowed: z.boolean(),
  rule: z.string(),
  groups: z.array(BadgeGroup),
  steps: z.array(ExplainStep),
})
export type Explanation = z.infer<typeof Explanation>

const AccessShift = z.enum(['gains', 'loses'])

/** What one person would gain or lose of one folder or document. Null: stays as it is. */
export const AccessChange = z.object({
  user: z.object({ _id: Id, userName: z.string(), firstName: z.string(), lastName: z.string(), role: RoleName }),
  item: z.object({ type: TaggedType, id: Id, name: z.string(), path: z.string() }),
  read: AccessShift.nullable(),
  write: AccessShift.nullable(),
})
export type AccessChange = z.infer<typeof AccessChange>

/** The first 200 changes, people who lose first; the counts are of all. `people` and `items`: how many of them change. */
export const AccessPreview = z.object({
  changes: z.array(AccessChange),
  gains: z.number().int(),
  loses: z.number().int(),
  people: z.number().int(),
  items: z.number().int(),
})
export type AccessPreview = z.infer<typeof AccessPreview>

export const permissionCalls = {
  'GET /permissions/explain': {
    query: z.object({ userId: Id, kind: TaggedType, id: Id, action: ExplainedAction }),
    reply: Explanation,
  },
  /** What saving these badges would change, for the people and items the caller sees; nothing is stored. */
  'POST /permissions/preview-document': {
    body: z.object({ id: Id, type: TaggedType, tags: DocTags }),
    reply: AccessPreview,
  },
  /** The same for a person with these badges, role and pipelines; absent fields stay as they are. */
  'POST /permissions/preview-user': {
    body: z.object({
      userId: Id,
      role: RoleName.optional(),
      isActive: z.boolean().optional(),
      unrestrictedUpload: z.boolean().optional(),
      project_tags: z.array(Id).max(1000).optional(),
      pipelinePermissions: z.record(z.string(), z.boolean()).optional(),
    }),
    reply: AccessPreview,
  },
}
