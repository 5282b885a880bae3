import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { sessionOver } from '../../api/session-over.ts'
import { hasToken, tokenKeys } from '../../api/stored-tokens.ts'
import { createStore } from '../../state/store.ts'
import { currentSession, startSession } from './session.ts'

/** Counts how often a session that was over turned out to go on; the frame asks again what had failed, and follows anew. */
export const sessionResumed = createStore(0)

/**
 * Follows what other tabs do to the shared tokens: a logout there asks here at once, signing in again there lets this
 * tab go on, and where another person came the page starts anew. Answers the function that ends it.
 */
export function watchOtherTabs(reload: () => void = () => window.location.reload()): () => void {
  // Written and removed as the last of the three, so the others are there (or gone) by then; `null` = everything went.
  const changed = ({ key }: StorageEvent) => {
    if (key !== tokenKeys.refresh && key !== null) return
    if (currentSession() === null) return
    if (!hasToken()) sessionOver.open()
    else void lookAgain(reload)
  }
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

async function lookAgain(reload: () => void) {
  const before = currentSession()
  try {
    const info = await call('GET /users/info', { quiet: true })
    if (before === null) return
    if (info.user._id !== before.user._id) return reload()
    startSession(info)
    if (!sessionOver.resume()) return
    sessionResumed.update((count) => count + 1)
  } catch (error) {
    // A session that is over has its dialog; without an answer the next call will tell.
    if (!(error instanceof CallError)) throw error
    console.error('the session of another tab could not be looked at', error)
  }
}
