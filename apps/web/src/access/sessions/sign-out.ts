import { call } from '../../api/call.ts'
import { leaving } from '../../api/leaving.ts'
import { closeLive } from '../../api/live.ts'
import { clearTokens, hasToken } from '../../api/stored-tokens.ts'
import { queryClient } from '../../api/use-call.ts'
import { forgetSession } from './session.ts'

/** Ends the session here and on the server. A failed call is only logged (SES-024); tokens and state go all the same (SES-022). */
export async function signOut() {
  leaving.begin()
  closeLive()
  await queryClient.cancelQueries()
  if (hasToken()) {
    await call('POST /users/logout', { quiet: true }).catch((error: unknown) => console.error('logout failed', error))
  }
  clearTokens()
  forgetSession()
  leaving.done()
}
