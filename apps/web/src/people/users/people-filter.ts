import type { User } from '@millrace/contract'
import { type Role, roles } from '@millrace/contract/roles'

/** What a person's account is: in use, switched off, never signed in with, or without a password, with a good link or none. */
export const accountStates = ['active', 'inactive', 'unseen', 'invited', 'expired'] as const
export type AccountState = (typeof accountStates)[number]

/** Whether a person signs in with a second factor, or has yet to set it up. */
export const tfaStates = ['enrolled', 'required', 'off'] as const satisfies readonly User['tfa'][]

/** Which people of the Users screen are listed, kept in the address; null is all of them. `badge` is an id. */
export type PeopleFilter = {
  role: Role | null
  state: AccountState | null
  tfa: User['tfa'] | null
  badge: string | null
}

export function readPeopleFilter(search: Record<string, unknown>): PeopleFilter {
  return {
    role: roles.find((role) => role === search.role) ?? null,
    state: accountStates.find((state) => state === search.state) ?? null,
    tfa: tfaStates.find((tfa) => tfa === search.tfa) ?? null,
    badge: typeof search.badge === 'string' && search.badge !== '' ? search.badge : null,
  }
}

export const isFiltered = (filter: PeopleFilter): boolean => Object.values(filter).some((value) => value !== null)

const hasState: Record<AccountState, (user: User) => boolean> = {
  active: ({ isActive }) => isActive,
  inactive: ({ isActive }) => !isActive,
  unseen: ({ lastSeenDate }) => lastSeenDate === null,
  invited: ({ invitation }) => invitation.state === 'open',
  expired: ({ invitation }) => invitation.state === 'expired',
}
const badgesOf = ({ admin_tags, project_tags }: User) => [...admin_tags, ...project_tags]

/** People by role, account, second factor and badge, a group's or a project's. */
export function filterPeople(people: readonly User[], { role, state, tfa, badge }: PeopleFilter): readonly User[] {
  return people
    .filter((user) => role === null || user.role === role)
    .filter((user) => state === null || hasState[state](user))
    .filter((user) => tfa === null || user.tfa === tfa)
    .filter((user) => badge === null || badgesOf(user).some(({ _id }) => _id === badge))
}

/** The badges that somebody holds, by name. */
export function heldBadges(people: readonly User[]): { _id: string; name: string }[] {
  const byId = new Map(people.flatMap(badgesOf).map(({ _id, name }) => [_id, { _id, name }]))
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}
