import type { Role, Tag, User, UserInput } from '@millrace/contract'
import { needsAssignment } from '@millrace/contract/roles'
import type { PersonFields } from '@millrace/contract/users/user.rule'

/**
 * What the form holds of a person. `pipelines` are the moves between the two lists alone: pipeline id → assigned, so that
 * what somebody else assigned meanwhile stays.
 */
export type PersonDraft = PersonFields & {
  service: string
  avatar: string | null
  isActive: boolean
  unrestrictedUpload: boolean
  /** Asked for a second factor at sign-in. */
  tfa: boolean
  adminBadges: readonly string[]
  projectBadges: readonly string[]
  pipelines: ReadonlyMap<string, boolean>
}

const noMoves: ReadonlyMap<string, boolean> = new Map()

/**
 * A person nobody has typed anything of. `role`: the only one that may be given, where there is but one; `adminBadges`: the
 * one without which the acting person could not see them afterwards, where there is but one.
 */
export const emptyDraft = (role: Role | null, adminBadges: readonly string[] = []): PersonDraft => ({
  firstName: '',
  lastName: '',
  email: '',
  role,
  service: '',
  avatar: null,
  isActive: true,
  unrestrictedUpload: false,
  tfa: false,
  adminBadges,
  projectBadges: [],
  pipelines: noMoves,
})

const idsOf = (tags: readonly Tag[]): string[] => tags.map(({ _id }) => _id)

export const draftOf = (user: User): PersonDraft => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  role: user.role,
  service: user.service,
  avatar: user.avatar,
  isActive: user.isActive,
  unrestrictedUpload: user.unrestrictedUpload,
  tfa: user.tfa !== 'off',
  adminBadges: idsOf(user.admin_tags),
  projectBadges: idsOf(user.project_tags),
  pipelines: noMoves,
})

/** What the acting person may give: `roles`, and badges that `canGive`. */
export type Giving = { roles: readonly Role[]; canGive: (badge: Pick<Tag, '_id'>) => boolean }

/**
 * A new person with role, service, switches, badges and pipelines of another, as far as the acting person may give them;
 * without names, address and picture. `assigned` are ids of the pipelines that the other is assigned to.
 */
export function draftLike(user: User, assigned: readonly string[], { roles, canGive }: Giving): PersonDraft {
  const badges = (tags: readonly Tag[]) => idsOf(tags.filter(canGive))
  return {
    ...emptyDraft(roles.includes(user.role) ? user.role : null),
    service: user.service,
    unrestrictedUpload: user.unrestrictedUpload,
    tfa: user.tfa !== 'off',
    adminBadges: badges(user.admin_tags),
    projectBadges: badges(user.project_tags),
    pipelines: new Map(assigned.map((id) => [id, true])),
  }
}

/** Whether pipelines are assigned to the person, and data kinds limited: not while no role was chosen. */
export const needsPipelines = ({ role }: Pick<PersonDraft, 'role'>): boolean => role !== null && needsAssignment(role)

/** Role user comes without unrestricted uploads (USR-025). */
export const withRole = (draft: PersonDraft, role: Role): PersonDraft =>
  needsAssignment(role) && !needsPipelines(draft) ? { ...draft, role, unrestrictedUpload: false } : { ...draft, role }

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

const sameMoves = (a: PersonDraft['pipelines'], b: PersonDraft['pipelines']): boolean =>
  a.size === b.size && [...a].every(([id, assigned]) => b.get(id) === assigned)

/** Names of the fields that differ. */
export function changedKeys(base: PersonDraft, draft: PersonDraft): (keyof PersonDraft)[] {
  const differs = (field: keyof PersonDraft): boolean => {
    if (field === 'pipelines') return !sameMoves(base.pipelines, draft.pipelines)
    if (field === 'adminBadges' || field === 'projectBadges') return !sameSet(base[field], draft[field])
    if (typeof draft[field] === 'string') return String(base[field] ?? '').trim() !== (draft[field] as string).trim()
    return base[field] !== draft[field]
  }
  return (Object.keys(draft) as (keyof PersonDraft)[]).filter(differs)
}

/** The list `now` with what was added and removed between `before` and `after`. */
function replayed(before: readonly string[], after: readonly string[], now: readonly string[]): string[] {
  const kept = now.filter((id) => after.includes(id) || !before.includes(id))
  return [...kept, ...after.filter((id) => !before.includes(id) && !kept.includes(id))]
}

/** Pipeline permissions after the moves; `held` are those of the two lists, by the ids the lists have. */
function permissionsOf(
  held: Readonly<Record<string, boolean>>,
  moves: ReadonlyMap<string, boolean>,
): Record<string, boolean> {
  return { ...held, ...Object.fromEntries(moves) }
}

/**
 * What a save sends of an existing person: fields that were not changed come from `now`, the person as they are stored at
 * this moment, or are left out, so that a change of somebody else is not undone.
 */
export function changesOf(base: PersonDraft, draft: PersonDraft, now: User): UserInput {
  const fields = new Set(changedKeys(base, draft))
  const stored = draftOf(now)
  const required = (field: 'firstName' | 'lastName' | 'email') =>
    fields.has(field) ? draft[field].trim() : stored[field]
  const role = (fields.has('role') ? draft.role : stored.role) ?? now.role
  const input: UserInput = {
    _id: now._id,
    firstName: required('firstName'),
    lastName: required('lastName'),
    email: required('email'),
    role,
  }
  if (fields.has('service')) input.service = draft.service.trim()
  if (fields.has('avatar')) input.avatar = draft.avatar
  if (fields.has('isActive')) input.isActive = draft.isActive
  if (fields.has('unrestrictedUpload')) input.unrestrictedUpload = draft.unrestrictedUpload
  if (fields.has('tfa')) input.tfa = draft.tfa
  if (!needsAssignment(role)) {
    // USR-027: nobody but role user is assigned to pipelines.
    if (fields.has('role')) input.pipelinePermissions = {}
  } else if (fields.has('pipelines')) {
    input.pipelinePermissions = permissionsOf(now.pipelinePermissions, draft.pipelines)
  }
  if (fields.has('adminBadges') || fields.has('projectBadges')) {
    input.updateTags = true
    input.admin_tags = replayed(base.adminBadges, draft.adminBadges, stored.adminBadges)
    input.project_tags = replayed(base.projectBadges, draft.projectBadges, stored.projectBadges)
  }
  return input
}

/** What a save sends of a new person. */
export function newPersonOf(draft: PersonDraft): UserInput {
  return {
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    email: draft.email.trim(),
    ...(draft.role === null ? {} : { role: draft.role }),
    service: draft.service.trim(),
    ...(draft.avatar === null ? {} : { avatar: draft.avatar }),
    isActive: draft.isActive,
    unrestrictedUpload: draft.unrestrictedUpload,
    tfa: draft.tfa,
    pipelinePermissions: needsPipelines(draft) ? permissionsOf({}, draft.pipelines) : {},
    updateTags: true,
    admin_tags: [...draft.adminBadges],
    project_tags: [...draft.projectBadges],
  }
}

/** What the save would change of a person's access, for the preview; null when it changes nothing of it. */
export function accessChangesOf(base: PersonDraft, input: UserInput, draft: PersonDraft) {
  const fields = changedKeys(base, draft)
  const matters = (['role', 'isActive', 'unrestrictedUpload', 'projectBadges', 'pipelines'] as const).filter((field) =>
    fields.includes(field),
  )
  if (matters.length === 0 || input._id === undefined) return null
  return {
    userId: input._id,
    ...(matters.includes('role') && draft.role !== null ? { role: draft.role } : {}),
    ...(input.isActive === undefined ? {} : { isActive: input.isActive }),
    ...(input.unrestrictedUpload === undefined ? {} : { unrestrictedUpload: input.unrestrictedUpload }),
    ...(matters.includes('projectBadges') ? { project_tags: (input.project_tags ?? []) as string[] } : {}),
    ...(input.pipelinePermissions === undefined ? {} : { pipelinePermissions: input.pipelinePermissions }),
  }
}
