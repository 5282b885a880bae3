import { texts } from '@millrace/contract/errors'
import { minLoginPasswordLength } from '@millrace/contract/sessions/password.rule'
import { maxTfaCodeLength, minTfaCodeLength } from '@millrace/contract/sessions/tfa-code.rule'
import { call } from '../../api/call.ts'
import { storeTokens } from '../../api/stored-tokens.ts'
import { tfa } from './tfa-state.ts'

export type Credentials = { username: string; password: string }
export type CredentialErrors = Partial<Record<keyof Credentials, string>>

/** What the form says before anything is sent (SES-004, SES-005). */
export function validateCredentials({ username, password }: Credentials): CredentialErrors {
  const mistakes: CredentialErrors = {}
  if (username.trim() === '') mistakes.username = 'Please input the username'
  if (password === '') mistakes.password = 'Please input the password'
  else if (password.length < minLoginPasswordLength) mistakes.password = texts.passwordTooShort
  return mistakes
}

/**
 * Signs in and stores the tokens (SES-007). Answers 'second factor' when the account asks for one, which opens the
 * Two-Factor dialog (SES-008).
 * @throws CallError after its text was shown as a toast, which stands in the card of the page (SES-006)
 */
export async function signIn({ username, password }: Credentials): Promise<'signed in' | 'second factor'> {
  const reply = await call('POST /users/login', { body: { username: username.trim(), password } })
  if (!('token' in reply)) {
    tfa.ask(reply.tfa)
    return 'second factor'
  }
  storeTokens(reply.token, reply.refreshToken)
  return 'signed in'
}

/** A code as it is sent: authenticator apps and lists write it in groups, so spaces do not count (SES-010). */
export const plainCode = (text: string): string => text.replace(/\s/g, '').slice(0, maxTfaCodeLength)

/** What the dialog says before a code is sent. */
export const codeMistake = (code: string): string | undefined =>
  code.length < minTfaCodeLength ? `The code has ${minTfaCodeLength} to ${maxTfaCodeLength} characters` : undefined

/**
 * The second step, with a one-time or a recovery code (SES-011, SES-012): stores the tokens. Answers the recovery codes
 * of an enrolment, else none.
 * @throws CallError, for the dialog to tell
 */
export async function sendCode(code: string): Promise<readonly string[]> {
  const reply = await call('POST /users/tfa', { body: { _id: tfa.get()._id, code }, quiet: true })
  storeTokens(reply.token, reply.refreshToken)
  return reply.recoveryCodes ?? []
}
