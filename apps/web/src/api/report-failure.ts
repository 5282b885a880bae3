import { toast } from '../state/toasts.ts'
import { CallError, isAbort } from './call-error.ts'
import { sessionOver } from './session-over.ts'
import { readTokens } from './stored-tokens.ts'

export type FailureOptions = {
  /** No toast: the screen shows the failure itself, or it is only logged. The logout dialog still opens. */
  quiet?: boolean
  /** What the screen tells by itself, or has told already: a poll that goes on failing tells the same failure once. */
  told?: string | undefined
  /** Client text for when the call gave no text of its own (D-127), e.g. 'error while fetching all imports.'. */
  fallback?: string
}

/**
 * Shows a failed call to the person, in this one place: session over → 'Confirm logout' (SES-044), anything else a
 * red toast with the server's text and the request id (ERR-001, ERR-003). Answers the error to throw on. `sent` is the
 * token of the call: where another tab has signed in since, its end is not reported.
 */
export function reportFailure(
  error: unknown,
  { quiet = false, told, fallback }: FailureOptions,
  sent?: string | null,
): unknown {
  if (isAbort(error)) return error
  if (!(error instanceof CallError)) return error
  if (error.sessionIsOver) {
    const stored = readTokens()?.token
    if (sent === undefined || stored === undefined || stored === sent) sessionOver.open()
    return error
  }
  const gaveNone = error.code === null || error.message === ''
  const text = gaveNone && fallback !== undefined ? fallback : error.message
  const cause = gaveNone && fallback !== undefined && error.message !== '' ? error.message : error.detail
  if (!quiet && text !== told)
    toast.error(text, { requestId: error.requestId, ...(cause === undefined ? {} : { detail: cause }) })
  return text === error.message ? error : new CallError(error.call, error.code, text, error.requestId)
}
