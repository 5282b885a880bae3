import {
  assignableRoles,
  conflict,
  forbidden,
  invalid,
  isAvatar,
  needsAssignment,
  type ParsedBody,
  type PersonFields,
  normalizeName,
  type Role,
  texts,
  validatePerson,
} from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { switchTwoFactor } from '../sessions/two-factor.ts'
import { type Actor, holdForChange } from './acting-person.ts'
import { leaveAddress, mayChangeAddress } from './change-address.ts'
import { createUser } from './create-user.ts'
import { sendPasswordLink } from './send-password-link.ts'
import { userForAudit } from './user-audit.reads.ts'
import { badgesToStore } from './user-badges.ts'
import { pipelinesToStore } from './user-pipelines.ts'
import { storeBadges, storePipelines, updateUser, type UserRow } from './users.repository.ts'

export type UserMessage = ParsedBody<'POST /users'>
export type Checked = Omit<PersonFields, 'role'> & { role: Role }

const uniqueViolation = '23505'

/**
 * Makes a person, or changes one in the caller's scope (API-017).
 * @param seen document ids of the pipelines the caller sees
 * @returns the person's id
 */
export async function saveUser(
  platform: Platform,
  tx: Connection,
  caller: Caller,
  input: UserMessage,
  seen: ReadonlySet<string>,
): Promise<string> {
  // Scope first: whatever else is wrong, somebody outside of it is not there.
  const { actor, people } = await holdForChange(tx, caller, input._id === undefined ? [] : [input._id])
  const [before] = people
  const fields = checkedFields(input)
  return before === undefined
    ? newUser(platform, tx, caller, actor, input, fields, seen)
    : changeUser(platform, tx, caller, actor, before, input, fields, seen)
}

/** @throws ApiError 40000 with the text of the first field that is wrong (USR-019 to USR-022) */
function checkedFields(input: UserMessage): Checked {
  // The first entry of the list counts where the role alone is not sent (D-29).
  const role = input.role ?? input.roles?.[0]?.name ?? null
  const { firstName, lastName, email } = input
  const problem = validatePerson({ firstName, lastName, email, role })
  if (problem !== null || role === null) throw invalid(problem ?? texts.roleMissing)
  if (typeof input.avatar === 'string' && !isAvatar(input.avatar)) throw invalid(texts.avatarRefused)
  return { firstName: normalizeName(firstName), lastName: normalizeName(lastName), email: email.trim(), role }
}

async function newUser(
  platform: Platform,
  tx: Connection,
  caller: Caller,
  actor: Actor,
  input: UserMessage,
  fields: Checked,
  seen: ReadonlySet<string>,
): Promise<string> {
  if (!assignableRoles(actor.role).includes(fields.role)) throw forbidden()
  const none = { adminBadges: [], projectBadges: [] }
  // A new person gets the badges that are sent, whatever updateTags says (D-38).
  const badges = await badgesToStore(tx, actor, none, { ...input, updateTags: true })
  const isUser = needsAssignment(fields.role)
  const made = await createUser(tx, caller, {
    ...fields,
    service: input.service && normalizeName(input.service),
    avatar: input.avatar,
    isActive: input.isActive,
    unrestrictedUpload: isUser && input.unrestrictedUpload === true,
    tfa: input.tfa === true ? 'required' : 'off',
    badges: [...badges.adminBadges, ...badges.projectBadges],
    pipelines: isUser ? await pipelinesToStore(tx, seen, [], input.pipelinePermissions ?? {}) : [],
  })
  await sendPasswordLink(platform, tx, made, 'welcome')
  return made.userId
}

/**
 * Changes a person who is held already, by what is sent and these fields.
 * @param seen document ids of the pipelines the caller sees
 * @returns their id
 */
export async function changeUser(
  platform: Platform,
  tx: Connection,
  caller: Caller,
  actor: Actor,
  before: UserRow,
  input: UserMessage,
  fields: Checked,
  seen: ReadonlySet<string>,
): Promise<string> {
  const self = before.id === actor.userId
  const newRole = fields.role !== before.role
  const switchedOff = before.isActive && input.isActive === false
  if (newRole && (self || !assignableRoles(actor.role).includes(fields.role))) throw forbidden()
  if (switchedOff && self) throw forbidden()
  const newAddress = fields.email !== before.email
  if (newAddress) mayChangeAddress(actor, before, seen)
  const badges = await badgesToStore(tx, actor, before, input)
  const isUser = needsAssignment(fields.role)
  const pipelines =
    isUser && input.pipelinePermissions !== undefined
      ? await pipelinesToStore(tx, seen, before.pipelines, input.pipelinePermissions)
      : before.pipelines
  const was = await userForAudit(tx, before.id)
  await storeFields(tx, before, {
    first_name: fields.firstName,
    last_name: fields.lastName,
    email: fields.email,
    service: input.service === undefined ? before.service : normalizeName(input.service),
    avatar: input.avatar === undefined ? before.avatar : input.avatar,
    role: fields.role,
    is_active: input.isActive ?? before.isActive,
    // It says something of role user alone (D-40), and must not come back when somebody is lowered to it.
    unrestricted_upload: isUser && (input.unrestrictedUpload ?? (!newRole && before.unrestrictedUpload)),
  })
  if (input.tfa !== undefined) await switchTwoFactor(tx, before.id, input.tfa)
  await storeBadges(tx, before.id, [...badges.adminBadges, ...badges.projectBadges])
  await storePipelines(tx, before.id, isUser ? pipelines : [])
  if (newAddress) await leaveAddress(platform, tx, caller, before)
  if (newRole || switchedOff) await endSessionsOf(tx, before.id)
  const is = await userForAudit(tx, before.id)
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    const about = { kind: 'user', objectId: before.id, name: before.userName }
    await recordAudit(tx, caller, { ...about, action: 'save', before: was, after: is })
  }
  return before.id
}

type StoredFields = {
  first_name: string
  last_name: string
  email: string
  service: string
  avatar: string | null
  role: Role
  is_active: boolean
  unrestricted_upload: boolean
}

async function storeFields(tx: Connection, before: UserRow, fields: StoredFields): Promise<void> {
  try {
    await updateUser(tx, before.id, fields)
  } catch (error) {
    // The username never changes, so the address is what is taken, perhaps a moment ago (D-52).
    if ((error as { code?: string }).code === uniqueViolation) throw conflict(texts.emailTaken)
    throw error
  }
}
