import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'

/** The session a call comes from and whose it is: nobody names another one. */
export const ownSession = objectRule('own session', ({ userId, sessionId }: Caller) => ({ userId, sessionId }))
