import { z } from 'zod'
import { Tag } from '../badges/badges.messages.ts'
import { PipelineListItem } from '../pipelines/pipelines.messages.ts'
import { Id, IdList, ISODate, RoleName } from '../primitives.ts'
import { maxPeopleAtOnce } from './user.rule.ts'

/** Two-factor state of an account: 'required' until the person has enrolled. */
export const TfaState = z.enum(['off', 'required', 'enrolled'])
export type TfaState = z.infer<typeof TfaState>

/**
 * How far a person is with their first password: chosen, or waiting for it with a link that is good, or with none that is.
 * `at` is when the newest link was made; null where none is left.
 */
export const Invitation = z.object({ state: z.enum(['accepted', 'open', 'expired']), at: ISODate.nullable() })
export type Invitation = z.infer<typeof Invitation>

/** A person as the Users screen has them (USR-031). `tfa` and `invitation` are extensions. */
export const User = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  userName: z.string(),
  email: z.string(),
  service: z.string(),
  /** A `data:image/…` address of at most 64 KiB; null shows initials. */
  avatar: z.string().nullable(),
  roles: z.array(z.object({ name: RoleName })),
  role: RoleName,
  isActive: z.boolean(),
  unrestrictedUpload: z.boolean(),
  lastSeenDate: ISODate.nullable(),
  /** Pipeline id → isActive (USR-032, D-39). */
  pipelinePermissions: z.record(z.string(), z.boolean()),
  admin_tags: z.array(Tag),
  project_tags: z.array(Tag),
  tfa: TfaState,
  invitation: Invitation,
})
export type User = z.infer<typeof User>

const TagRef = z.union([Id, z.object({ _id: Id })]).transform((tag) => (typeof tag === 'string' ? tag : tag._id))

/** Presence and length are judged by `validatePerson`, with the texts of the specification. */
export const UserInput = z.object({
  /** Absent: a new person. */
  _id: Id.optional(),
  firstName: z.string().max(1000).default(''),
  lastName: z.string().max(1000).default(''),
  email: z.string().max(1000).default(''),
  /** Null while none was chosen, which has a text of its own. */
  role: RoleName.nullish(),
  roles: z.array(z.object({ name: RoleName })).optional(),
  service: z.string().max(200).optional(),
  avatar: z.string().max(100_000).nullable().optional(),
  isActive: z.boolean().optional(),
  unrestrictedUpload: z.boolean().optional(),
  pipelinePermissions: z.record(z.string(), z.boolean()).optional(),
  admin_tags: z.array(TagRef).optional(),
  project_tags: z.array(TagRef).optional(),
  /** False or absent on an update: badges stay as they are (D-38). */
  updateTags: z.boolean().optional(),
  /**
   * Switches two-factor on or off; an enrolled person stays enrolled with true. The state that a
   * person was answered with may be sent back as it is.
   */
  tfa: z
    .union([z.boolean(), TfaState])
    .transform((tfa) => tfa === true || (tfa !== false && tfa !== 'off'))
    .optional(),
})
export type UserInput = z.input<typeof UserInput>

/** Ids of badges of both types, and of pipelines. */
const Assignment = z.object({ badges: z.array(Id).max(1000).default([]), pipelines: z.array(Id).max(1000).default([]) })

/** Calls of the Users screen. */
export const userCalls = {
  'GET /users': { reply: z.array(User) },
  'POST /users': { body: UserInput, reply: User },
  'POST /users/toggle': {
    // An empty list has a text of its own, so the service judges it.
    body: z.object({ ids: z.array(Id).max(1000), enabled: z.boolean() }),
    reply: z.array(User),
  },
  /**
   * Gives badges and pipelines to several people, or takes them away, all or nothing; what somebody has already is no change.
   * A pipeline is named by the id of any version. People of another role than user are assigned to none.
   */
  'POST /users/assign': {
    body: z.object({
      ids: z.array(Id).min(1).max(maxPeopleAtOnce),
      give: Assignment,
      take: Assignment,
    }),
    reply: z.array(User),
  },
  'DELETE /users': { query: z.object({ ids: IdList }), reply: z.object({ deletedUsers: z.array(Id) }) },
  'POST /users/reset-password': { body: z.object({ id: Id }), reply: z.null() },
  'POST /users/reset-tfa': { body: z.object({ id: Id }), reply: z.null() },
  /** Sends another link to who has not chosen a password yet, and answers the person. */
  'POST /users/invite': { body: z.object({ id: Id }), reply: User },
  /** Makes such a link to hand over, where no mail server is set up. It is told this once and kept as a hash alone. */
  'POST /users/invitation-link': {
    body: z.object({ id: Id }),
    reply: z.object({ link: z.string(), expiresAt: ISODate }),
  },
  /** Who may do what, as a table for people: everybody the caller may manage, and the caller (S10). */
  'POST /users/export': { body: z.object({}), file: true, reply: z.null() },
  'GET /users/pipelinesFor': {
    query: z.object({ id: Id.optional() }),
    reply: z.object({
      userPipelines: z.array(PipelineListItem),
      availablePipelines: z.array(PipelineListItem),
    }),
  },
}
