import type { Tag, User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { mayGiveAnyBadge } from '@millrace/contract/roles'
import type { ActingPerson } from '@millrace/contract/users/scope.rule'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { callKey, queryClient, refreshCalls, useCall } from '../../api/use-call.ts'
import { useSession } from '../../access/sessions/use-session.ts'

const list = 'GET /users'

/** Everybody the person may manage, and themselves, by last and first name (D-34, ERR-016). */
export const usePeople = () => useCall(list, { fallback: texts.cannotGetUsers })

/** Asks the list anew, for what is stored of a person at this moment; undefined when they are gone. */
export async function fetchStoredUser(id: string): Promise<User | undefined> {
  const people = await call(list, { fallback: texts.cannotGetUsers })
  queryClient.setQueryData(callKey(list), people)
  return people.find(({ _id }) => _id === id)
}

/** After a change of people: their list, and what hangs on it. */
export const refreshPeople = (): Promise<void> => refreshCalls(list, 'GET /users/pipelinesFor', 'GET /tags/list')

/** The acting person, as the rules of who may change whom ask for them. */
export function useManager(): ActingPerson {
  const { user, role } = useSession()
  return useMemo(
    () => ({ userId: user._id, role, adminBadges: new Set(user.admin_tags.map(({ _id }) => _id)) }),
    [user, role],
  )
}

/** The badges the acting person holds: nobody but a super-admin gives or takes others (D-32). */
export function useCanGiveBadge(): (badge: Pick<Tag, '_id'>) => boolean {
  const { user, role } = useSession()
  return useMemo(() => {
    const held = new Set([...user.admin_tags, ...user.project_tags].map(({ _id }) => _id))
    return ({ _id }) => mayGiveAnyBadge(role) || held.has(_id)
  }, [user, role])
}
