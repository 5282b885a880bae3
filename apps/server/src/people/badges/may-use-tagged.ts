import { seesEverything } from '@millrace/contract'
import type { Caller } from '../../platform/http/caller.ts'

/** Whether a person may use a module or connection with these tags: no tags everyone, else one of them is needed (D-140). */
export const mayUseTagged = (caller: Caller, tags: readonly string[]): boolean =>
  tags.length === 0 || seesEverything(caller.role) || tags.some((tag) => caller.badges.has(tag))
