import { isListed, managesEverybody } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { usersById } from './users.repository.ts'

/**
 * Those of these people who are in the caller's list (D-34): nobody else exists for them, not as a name either. For who
 * manages everybody that is each of them, accounts that are gone included.
 */
export async function listedAmong(db: Connection, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (managesEverybody(caller.role)) return new Set(ids)
  const people = await usersById(db, [...new Set([caller.userId, ...ids])])
  const own = people.find(({ id }) => id === caller.userId)
  if (own === undefined) return new Set()
  const actor = { userId: own.id, role: own.role, adminBadges: new Set(own.adminBadges) }
  return new Set(people.filter((person) => isListed(actor, { ...person, userId: person.id })).map(({ id }) => id))
}
