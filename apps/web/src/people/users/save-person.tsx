import type { User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { call } from '../../api/call.ts'
import { PreviewOf } from '../../documents/permissions/AccessPreview.tsx'
import { currentSession, startSession } from '../../access/sessions/session.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../state/toasts.ts'
import { accessChangesOf, changesOf, newPersonOf, type PersonDraft } from './person-draft.ts'
import { refreshPeople, fetchStoredUser } from './use-people.ts'

/** Stores a new person (USR-028). @throws CallError, shown as a toast already */
export async function createPerson(draft: PersonDraft): Promise<void> {
  const made = await call('POST /users', { body: newPersonOf(draft), told: texts.emailTaken })
  const next = currentSession()?.sendsMail
    ? 'A mail with a link to choose a password is on its way.'
    : 'No mail server is set up: open the person and copy the link that lets them choose a password.'
  const detail = `Username: ${made.userName}. ${next}`
  toast.success(texts.userCreated, { detail })
  await refreshPeople()
}

/**
 * Stores what was changed of a person, after showing what it would change and asking (D-129, ERR-024).
 * @returns whether it was stored; false when the person said No or is gone
 * @throws CallError, shown as a toast already, but for an address that is taken: its field tells that
 */
export async function updatePerson(person: User, base: PersonDraft, draft: PersonDraft): Promise<boolean> {
  const now = await fetchStoredUser(person._id)
  if (now === undefined) {
    toast.error(texts.documentNotFound)
    return false
  }
  const input = changesOf(base, draft, now)
  const access = accessChangesOf(base, input, draft)
  const detail =
    access === null ? null : <PreviewOf ask={call('POST /permissions/preview-user', { body: access, quiet: true })} />
  if (!(await confirm(texts.saveModifications, detail))) return false
  await call('POST /users', { body: input, told: texts.emailTaken })
  toast.success(texts.userUpdated)
  await refreshPeople()
  if (currentSession()?.user._id === person._id) startSession(await call('GET /users/info', { quiet: true }))
  return true
}
