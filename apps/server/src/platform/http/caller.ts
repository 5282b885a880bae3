import type { Role } from '@millrace/contract'

/** Who makes a call. `badges` are the ids of the person's project badges, the only ones that badge rules name. */
export type Caller = {
  userId: string
  userName: string
  firstName: string
  lastName: string
  role: Role
  badges: ReadonlySet<string>
  unrestrictedUpload: boolean
  sessionId: string
}

/** The product itself, for set-up work that nobody signed in for. */
export const systemCaller: Caller = {
  userId: '',
  userName: 'millrace',
  firstName: 'Millrace',
  lastName: 'System',
  role: 'super-admin',
  badges: new Set(),
  unrestrictedUpload: true,
  sessionId: '',
}
