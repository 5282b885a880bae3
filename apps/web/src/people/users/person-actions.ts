import type { User } from '@millrace/contract'
import type { ReactNode } from 'react'
import { textWith, texts } from '@millrace/contract/errors'
import { call } from '../../api/call.ts'
import { CallError, isAbort } from '../../api/call-error.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../state/toasts.ts'
import { refreshPeople } from './use-people.ts'

/** Ids of one request: DELETE carries them in its address, which may not grow without end. */
const maxIds = 300

async function inParts(ids: readonly string[], send: (part: string[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIds) await send(ids.slice(from, from + maxIds))
}

/** Runs a change, reports success and reads the list again, failed or not. The call shows a refusal itself. */
async function changed(text: string, change: () => Promise<unknown>): Promise<boolean> {
  let done = false
  try {
    await change()
    toast.success(text)
    done = true
  } catch (error) {
    if (!(error instanceof CallError || isAbort(error))) throw error
  }
  await refreshPeople()
  return done
}

const toggle = (ids: string[], enabled: boolean) =>
  call('POST /users/toggle', { body: { ids, enabled }, fallback: texts.cannotToggleUsers })
const remove = (ids: string[]) => call('DELETE /users', { query: { ids }, fallback: texts.cannotDeleteUsers })

/** The switch of one row (USR-012, D-37). */
export const setActive = (user: User, enabled: boolean): Promise<boolean> =>
  changed(texts.userUpdated, () => toggle([user._id], enabled))

export type BulkAction = 'delete' | 'activate' | 'de-activate'
const bulkDone: Record<BulkAction, string> = {
  delete: texts.usersDeleted,
  activate: texts.usersActivated,
  'de-activate': texts.usersDeactivated,
}

/** Asks, telling whom and what follows, then does it to all of them (USR-010, USR-013). @returns whether it was done */
export async function changeAll(action: BulkAction, ids: readonly string[], detail: ReactNode): Promise<boolean> {
  if (!(await confirm(textWith.allUsersQuestion(action), detail))) return false
  return changed(bulkDone[action], () =>
    inParts(ids, (part) => (action === 'delete' ? remove(part) : toggle(part, action === 'activate'))),
  )
}

/** 'Delete User' (USR-029). */
export async function deletePerson(id: string, detail: ReactNode): Promise<boolean> {
  if (!(await confirm(texts.deleteUser, detail))) return false
  return changed(texts.userDeleted, () => remove([id]))
}

/** 'Reset password': asks, then ends the person's sessions and mails them a link (USR-030, D-16). */
export async function resetPassword(id: string, detail: ReactNode): Promise<boolean> {
  if (!(await confirm('Do you want to reset the password of this user?', detail))) return false
  return changed(texts.passwordReset, () =>
    call('POST /users/reset-password', { body: { id }, fallback: texts.cannotResetPassword }),
  )
}

/** 'Reset TFA': asks; the next sign-in enrols again (USR-030, D-17). */
export async function resetTfa(id: string, detail: ReactNode): Promise<boolean> {
  if (!(await confirm('Do you want to reset the two-factor verification of this user?', detail))) return false
  return changed(texts.tfaReset, () => call('POST /users/reset-tfa', { body: { id }, fallback: texts.cannotResetTfa }))
}
