import type { Role, SessionInfo } from '@millrace/contract'
import { setPlatformZone } from '../../ui/format.ts'
import { createStore } from '../../state/store.ts'

/** Who is signed in, as GET /users/info answered, and the one role (USR-001) beside it. */
export type Session = SessionInfo & { role: Role }

/** Null without a session. */
export const sessionStore = createStore<Session | null>(null)

export const currentSession = sessionStore.get
export const currentRole = (): Role | null => sessionStore.get()?.role ?? null

let last: Session | null = null
/** The session of the page that is still on screen while logging out leads away from it. */
export const lastSession = () => last

export function startSession(info: SessionInfo) {
  setPlatformZone(info.timeZone)
  last = { ...info, role: info.user.roles[0]?.name ?? info.user.role }
  sessionStore.set(last)
}

export const forgetSession = () => sessionStore.set(null)
