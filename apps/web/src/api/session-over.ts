import { createStore } from '../state/store.ts'
import { readTokens } from './stored-tokens.ts'

const open = createStore(false)
let token: string | null = null
let over = false

/** Whether the 'Confirm logout' dialog is open; any call may open it, only once at a time (SES-044). */
export const sessionOver = {
  open: () => {
    token = readTokens()?.token ?? null
    over = true
    open.set(true)
  },
  /** 'Cancel': the person stays on the page, the session is over all the same. */
  close: () => open.set(false),
  /** Signed in again. Answers whether the session had been over. */
  resume: () => {
    const was = over
    over = false
    open.set(false)
    return was
  },
  isOpen: open.get,
  useIsOpen: open.use,
  /** Whether the stored token is still the one that is over: another tab may have signed in since. */
  isStillStored: () => readTokens()?.token === token,
}
