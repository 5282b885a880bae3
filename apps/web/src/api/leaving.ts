import { hasToken } from './stored-tokens.ts'

let state: 'here' | 'leaving' | 'left' = 'here'

/** Between 'Log Out' and the next sign-in nothing is asked any more, whatever the screen that is going away still polls. */
export const leaving = {
  begin: () => {
    state = 'leaving'
  },
  done: () => {
    state = 'left'
  },
  /** @throws AbortError, which nobody is shown */
  refuseCalls: (name: string) => {
    if (state === 'left' && hasToken()) state = 'here'
    if (state !== 'here' && name !== 'POST /users/logout') throw new DOMException(`${name} after Log Out`, 'AbortError')
  },
}
