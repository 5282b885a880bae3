import {
  ApiError,
  assignableRoles,
  codes,
  forbidden,
  isListed,
  type ActingPerson,
  notFound,
  texts,
} from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'
import { holdUsers, type UserRow, usersById, usersInScope } from './users.repository.ts'

/** Who acts, with the badges they hold now. */
export type Actor = ActingPerson & { badges: ReadonlySet<string> }

/**
 * The person who calls as they are now: between the check of their session and this transaction they may have been
 * lowered, switched off or deleted by somebody else.
 * @throws ApiError 50012 when they are gone or switched off, 40300 when they manage nobody
 */
async function actingPerson(tx: Connection, caller: Caller): Promise<Actor> {
  const [row] = await usersById(tx, [caller.userId])
  if (!row?.isActive) throw new ApiError(codes.sessionEnded, texts.loggedOut)
  if (assignableRoles(row.role).length === 0) throw forbidden()
  return {
    userId: row.id,
    role: row.role,
    adminBadges: new Set(row.adminBadges),
    badges: new Set([...row.adminBadges, ...row.projectBadges]),
  }
}

async function holdInScope(
  tx: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<{ actor: Actor; people: UserRow[] }> {
  await holdUsers(tx, [caller.userId, ...ids])
  const actor = await actingPerson(tx, caller)
  const found = new Map((await usersById(tx, ids)).map((row) => [row.id, row]))
  const people = ids.flatMap((id) => found.get(id) ?? [])
  const inScope = people.filter((row) => isListed(actor, { ...row, userId: row.id }))
  if (inScope.length < ids.length) throw notFound()
  return { actor, people }
}

/**
 * Holds the acting person and these people until the transaction ends, and answers them in the order of the ids.
 *
 * The last active super-admin stays (D-35) by this: only a super-admin acts on one, nobody removes or lowers themselves,
 * and who acts is held and then asked anew. So whoever acted last remains.
 * @throws ApiError 40400 alike for people who do not exist and those outside of the scope (D-34)
 */
export const holdForChange = objectRule('manages person', holdInScope)

/**
 * A person in the caller's scope; null where nobody is named.
 * @throws ApiError 40400 alike for people who do not exist and those outside of the scope (D-34)
 */
export const personInScope = objectRule(
  'manages person',
  async (db: Connection, caller: Caller, userId: string | undefined): Promise<UserRow | null> => {
    if (userId === undefined) return null
    const actor = await actingPerson(db, caller)
    const [person] = await usersById(db, [userId])
    if (person === undefined || !isListed(actor, { ...person, userId: person.id })) throw notFound()
    return person
  },
)

/** Everybody in the caller's scope, and the caller. */
export const managedPeople = objectRule(
  'list of managed people',
  async (db: Connection, caller: Caller): Promise<UserRow[]> => usersInScope(db, await actingPerson(db, caller)),
)
