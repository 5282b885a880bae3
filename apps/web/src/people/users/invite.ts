import type { User } from '@millrace/contract'
import { call } from '../../api/call.ts'
import { CallError, isAbort } from '../../api/call-error.ts'
import { toast } from '../../state/toasts.ts'
import { refreshPeople } from './use-people.ts'

/** Mails the person another link; the call shows a refusal itself. */
export async function sendAgain({ _id: id, email }: User): Promise<void> {
  const sent = await attempt(() => call('POST /users/invite', { body: { id } }))
  if (sent !== null) toast.success(`A new link is on its way to ${email}.`)
}

/** @returns the address of another link, which is told this once; null where it was refused, as the call shows itself */
export const makeLink = async ({ _id: id }: User): Promise<string | null> =>
  (await attempt(() => call('POST /users/invitation-link', { body: { id } })))?.link ?? null

/** Reads the list again, refused or not: the person may have chosen a password meanwhile. */
async function attempt<T>(ask: () => Promise<T>): Promise<T | null> {
  let answer: T | null = null
  try {
    answer = await ask()
  } catch (error) {
    if (!(error instanceof CallError || isAbort(error))) throw error
  }
  await refreshPeople()
  return answer
}
