import { z } from 'zod'
import { Id, IdList } from '../primitives.ts'
import { badgeColor } from './badge-color.rule.ts'

/** A badge. The API calls badges tags. */
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

/** What carries badge rules (D-48). For a document the id is that of any of its versions. */
export const TaggedType = z.enum(['folder', 'pipeline', 'schema', 'component'])
export type TaggedType = z.infer<typeof TaggedType>

// Apart, so that the app can have the rule without the checks of messages.
export { defaultBadgeColor } from './badge-color.rule.ts'

/** Badges in documents and on people (D-41). */
export const badgeCalls = {
  'GET /tags/list': { reply: z.object({ admin: z.array(Tag), project: z.array(Tag) }) },
  'POST /tags': {
    body: z.object({
      _id: Id.optional(),
      name: z.string().max(1000),
      type: z.enum(['admin', 'project']),
      color: z.string().regex(badgeColor).optional(),
      isHidden: z.boolean().optional(),
    }),
    reply: Tag,
  },
  'DELETE /tags': {
    query: z.object({ ids: IdList }),
    reply: z.object({ deletedTags: z.array(Id), undeletedTags: z.array(Id) }),
  },
  'GET /tags/cache-reload': { reply: z.null() },
  'POST /tags/update-document-tags': {
    body: z.object({ id: Id, tags: DocTags, type: TaggedType }),
    reply: z.object({ id: Id, tags: DocTags }),
  },
}
