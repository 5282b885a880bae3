import { texts } from '@millrace/contract/errors'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { sessionOver } from '../../api/session-over.ts'
import { clearTokens, hasToken } from '../../api/stored-tokens.ts'
import { toast } from '../../state/toasts.ts'
import { currentRole, forgetSession, startSession } from './session.ts'

let loading: Promise<void> | null = null

/**
 * Loads the person behind a stored token, once (NAV-034). A refused check clears tokens and session (SES-022); an answer
 * without a person says so (SES-023).
 * @throws CallError when no answer came at all: tokens stay, the page offers to try again
 */
export function loadSession(): Promise<void> {
  if (!hasToken()) {
    forgetSession()
    return Promise.resolve()
  }
  if (currentRole() !== null) return Promise.resolve()
  loading ??= ask().finally(() => {
    loading = null
  })
  return loading
}

async function ask() {
  try {
    const info = await call('GET /users/info', { quiet: true })
    // The contract promises a person; a server in trouble may still answer none.
    if ((info as unknown) === null || info.user === undefined) throw new CallError('GET /users/info', 0, '')
    startSession(info)
  } catch (error) {
    if (!(error instanceof CallError) || error.code === null) throw error
    clearTokens()
    forgetSession()
    // The guard leads to the login page, where the dialog would have nothing to add.
    sessionOver.resume()
    toast.error(error.message === '' ? texts.verificationFailed : error.message, { requestId: error.requestId })
  }
}
