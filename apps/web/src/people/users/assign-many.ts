import type { User } from '@millrace/contract'
import { needsAssignment } from '@millrace/contract/roles'
import { call } from '../../api/call.ts'
import { CallError, isAbort } from '../../api/call-error.ts'
import { toast } from '../../state/toasts.ts'
import { refreshPeople } from './use-people.ts'

export type Things = 'badges' | 'pipelines'
/** What is given to all of several people, or taken from all, by id. */
export type Choices = ReadonlyMap<string, 'give' | 'take'>

/** Those of the people whom a change concerns: nobody but role user is assigned to pipelines. */
export const concerned = (things: Things, people: readonly User[]): readonly User[] =>
  things === 'badges' ? people : people.filter(({ role }) => needsAssignment(role))

const has: Record<Things, (user: User, id: string) => boolean> = {
  badges: ({ admin_tags, project_tags }, id) => [...admin_tags, ...project_tags].some(({ _id }) => _id === id),
  pipelines: ({ pipelinePermissions }, id) => pipelinePermissions[id] === true,
}

/** How many of them hold the badge, or are assigned to the pipeline. */
export const countHolders = (things: Things, people: readonly User[], id: string): number =>
  people.filter((user) => has[things](user, id)).length

/** Changes all of them or nobody. @returns whether it was done; the call shows a refusal itself */
export async function assignMany(things: Things, people: readonly User[], choices: Choices): Promise<boolean> {
  const chosen = (as: 'give' | 'take') => ({ [things]: [...choices].filter(([, how]) => how === as).map(([id]) => id) })
  const ids = people.map(({ _id }) => _id)
  let done = false
  try {
    await call('POST /users/assign', { body: { ids, give: chosen('give'), take: chosen('take') } })
    toast.success(ids.length === 1 ? 'One user was changed.' : `${ids.length.toLocaleString('en')} users were changed.`)
    done = true
  } catch (error) {
    if (!(error instanceof CallError || isAbort(error))) throw error
  }
  await refreshPeople()
  return done
}
