import { passesAll, type Rule } from '@millrace/contract'
import type { Caller } from '../sessions/caller.ts'

/** Badge rules of one folder or document. `readyMade`: it comes with the product, and nobody changes it. */
export type Rules = { read: Rule; write: Rule; readyMade?: boolean }

/** What a caller may do with a folder or document. `writesBadges` leaves the lock rule aside (D-47). */
export type Rights = { sees: boolean; writes: boolean; writesBadges: boolean }

const none: Rights = { sees: false, writes: false, writesBadges: false }

/**
 * Own rule and those of all folders above must pass, and writing needs reading (D-46, PRM-024); with any version locked
 * only a super-admin writes (D-96, PRM-023). Role user reaches pipelines through PipelineAccess, which also asks for the
 * assignment and the data kind (D-39, D-58), and reaches no other document.
 */
export function rightsOf(caller: Caller, own: Rules, above: readonly Rules[], anyLocked: boolean): Rights {
  if (caller.role === 'user') return none
  const rules = [own, ...above]
  const sees = passesAll(
    caller,
    rules.map((entry) => entry.read),
  )
  const writesBadges =
    sees &&
    own.readyMade !== true &&
    passesAll(
      caller,
      rules.map((entry) => entry.write),
    )
  return { sees, writesBadges, writes: writesBadges && (!anyLocked || caller.role === 'super-admin') }
}
