import { ApiError, type ParsedBody, texts } from '@millrace/contract'
import { holdBadgeTypes } from '../badges/badges.reads.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { holdForChange } from './acting-person.ts'
import { pipelinesOfVersions, versionsOfDocuments } from './assigned-pipelines.reads.ts'
import { changeUser, type UserMessage } from './save-user.ts'
import type { UserRow } from './users.repository.ts'

export type AssignMessage = ParsedBody<'POST /users/assign'>
type Change = { give: ReadonlySet<string>; take: ReadonlySet<string> }

/**
 * Gives badges and pipelines to people, or takes them away: each as if saved alone, by the same rules, and all or nothing.
 * @param seen document ids of the pipelines the caller sees
 * @returns the ids of the people, each once
 * @throws ApiError 40400 when somebody is outside of the scope; what `saveUser` throws, with the username before the text
 *   that is of one person
 */
export async function assignToPeople(
  platform: Platform,
  tx: Connection,
  caller: Caller,
  { ids, give, take }: AssignMessage,
  seen: ReadonlySet<string>,
): Promise<string[]> {
  const distinct = [...new Set(ids)]
  const { actor, people } = await holdForChange(tx, caller, distinct)
  const badges = { give: new Set(give.badges), take: new Set(take.badges) }
  const types = new Map((await badgeTypes(tx, [...give.badges, ...take.badges])).map(({ id, type }) => [id, type]))
  const pipelines = await pipelineChange(tx, people, seen, { give: give.pipelines, take: take.pipelines })
  for (const person of people) {
    const input: UserMessage = {
      ...fieldsOf(person),
      _id: person.id,
      updateTags: true,
      admin_tags: changed(person.adminBadges, badges, (id) => types.get(id) === 'admin'),
      // One that nobody knows is refused as such.
      project_tags: changed(person.projectBadges, badges, (id) => types.get(id) !== 'admin'),
      ...(pipelines === null ? {} : { pipelinePermissions: pipelines(person) }),
    }
    try {
      await changeUser(platform, tx, caller, actor, person, input, fieldsOf(person), seen)
    } catch (error) {
      if (!(error instanceof ApiError && error.message === texts.needsAdminBadge)) throw error
      throw new ApiError(error.code, `${person.userName}: ${error.message}`)
    }
  }
  return distinct
}

const fieldsOf = ({ firstName, lastName, email, role }: UserRow) => ({ firstName, lastName, email, role })

const badgeTypes = async (tx: Connection, ids: readonly string[]) => (ids.length === 0 ? [] : holdBadgeTypes(tx, ids))

/** The list after the change; what stands in both stays out. */
function changed(held: readonly string[], { give, take }: Change, isOfList: (id: string) => boolean): string[] {
  const given = [...give].filter((id) => isOfList(id) && !held.includes(id))
  return [...held, ...given].filter((id) => !take.has(id))
}

/**
 * Permissions as a save sends them, by person: what the caller sees of what they have, and the change. Null where no pipeline
 * is named; one that is not there goes as it was named.
 */
async function pipelineChange(
  tx: Connection,
  people: readonly UserRow[],
  seen: ReadonlySet<string>,
  { give, take }: { give: readonly string[]; take: readonly string[] },
): Promise<((person: UserRow) => Record<string, boolean>) | null> {
  if (give.length + take.length === 0) return null
  const pipelineOf = await pipelinesOfVersions(tx, [...give, ...take])
  const seenOf = ({ pipelines }: UserRow) => pipelines.filter(({ documentId }) => seen.has(documentId))
  const stored = people.flatMap((person) => seenOf(person).map(({ documentId }) => documentId))
  const versions = await versionsOfDocuments(tx, [...new Set([...stored, ...pipelineOf.values()])])
  // One version for each pipeline, so that no two contradict each other.
  const versionOf = (documentId: string): string => versions.get(documentId)?.[0] ?? documentId
  const named = (ids: readonly string[], isActive: boolean) =>
    ids.map((id): [string, boolean] => [versionOf(pipelineOf.get(id) ?? id), isActive])
  const change = [...named(give, true), ...named(take, false)]
  return (person) =>
    Object.fromEntries([
      ...seenOf(person).map(({ documentId, isActive }): [string, boolean] => [versionOf(documentId), isActive]),
      ...change,
    ])
}
