import { texts } from '@millrace/contract/errors'
import { call } from '../api/call.ts'
import { storeTokens } from '../api/stored-tokens.ts'

/** Shortest password the form sends (SES-005). The contract's constant sits beside its Zod schemas, which must stay out of this chunk. */
const passwordMinimum = 6

export type Credentials = { username: string; password: string }
export type Mistakes = Partial<Record<keyof Credentials, string>>

/** What the form says before anything is sent (SES-004, SES-005). */
export function mistakesIn({ username, password }: Credentials): Mistakes {
  const mistakes: Mistakes = {}
  if (username.trim() === '') mistakes.username = 'Please input the username'
  if (password === '') mistakes.password = 'Please input the password'
  else if (password.length < passwordMinimum) mistakes.password = texts.passwordTooShort
  return mistakes
}

/**
 * Signs in and stores the tokens (SES-007). Answers 'second factor' when the account asks for one.
 * @throws CallError after its text was shown as a toast (SES-006)
 */
export async function signIn({ username, password }: Credentials): Promise<'signed in' | 'second factor'> {
  const reply = await call('POST /users/login', { body: { username: username.trim(), password } })
  if (!('token' in reply)) return 'second factor'
  storeTokens(reply.token, reply.refreshToken)
  return 'signed in'
}
