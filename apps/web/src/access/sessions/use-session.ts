import type { CallName } from '@millrace/contract'
import { mayCall } from '@millrace/contract/policy'
import { lastSession, type Session, sessionStore } from './session.ts'

/** The session of a page inside the frame: `{ role, user, mimetypes, timeZone, title, maxUpload }`. */
export function useSession(): Session {
  const session = sessionStore.use() ?? lastSession()
  if (session === null) throw new Error('This page needs a session.')
  return session
}

/** Whether the person may make the call; what one may not do is left out of the screen. */
export const useMay = (name: CallName): boolean => mayCall(sessionStore.use()?.role ?? null, name)
