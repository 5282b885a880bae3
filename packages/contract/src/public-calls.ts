import type { CallName } from './calls.ts'

/** The calls that need no session, and the only ones. Apart from the policy, which the login page need not load. */
export const publicCalls = [
  'POST /users/login',
  'POST /users/tfa',
  'POST /users/refresh-token',
  'POST /users/create-password',
  'POST /users/forgotten',
] as const satisfies readonly CallName[]
export type PublicCall = (typeof publicCalls)[number]

/** Whether the call is made without a session. */
export const isPublicCall = (call: CallName): call is PublicCall => publicCalls.some((one) => one === call)
