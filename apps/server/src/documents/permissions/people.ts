import { isListed, type ActingPerson, notFound } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'
import { findPeople, type Person } from './people.repository.ts'

async function managerOf(db: Connection, caller: Caller): Promise<ActingPerson> {
  const [self] = await findPeople(db, [caller.userId])
  return { userId: caller.userId, role: caller.role, adminBadges: new Set(self?.adminBadges) }
}

/** Everybody the caller may be told about: whom they may manage, and themselves (D-34). */
export async function listedPeople(db: Connection, caller: Caller): Promise<Person[]> {
  const manager = await managerOf(db, caller)
  return (await findPeople(db, null)).filter((person) => isListed(manager, person))
}

/** One of them. @throws ApiError 40400 alike for who is unknown and who is outside the caller's scope */
export const listedPerson = objectRule(
  'manages person',
  async (db: Connection, caller: Caller, userId: string): Promise<Person> => {
    const [person] = await findPeople(db, [userId])
    if (person === undefined || !isListed(await managerOf(db, caller), person)) throw notFound()
    return person
  },
)
