import { mayChangeLocked, needsAssignment, type Rule, passesRule, seesEverything } from '@millrace/contract'
import type { Caller } from '../../platform/http/caller.ts'

/** Badge rules of one folder or document. `readyMade`: it comes with the product, and nobody changes it. */
export type Rules = { read: Rule; write: Rule; readyMade?: boolean }

/** What a caller may do with a folder or document. `writesBadges` leaves the lock rule aside (D-47). */
export type Rights = { sees: boolean; writes: boolean; writesBadges: boolean }

/** What role user is judged by besides badges: only a pipeline that is assigned and of their data kind (D-39, D-58). */
export type UserPipeline = { assigned: boolean; dealer: boolean }

/** What is asked of a person: everything but role and badges matters to role user alone. */
export type Judged = Pick<Caller, 'role' | 'badges' | 'unrestrictedUpload'>

/**
 * One rule on the way to a decision, with its outcome. 'reach' is about what role user reaches at all; `place` is 0 for
 * the item's own badge rule and n for that of the n-th folder above it.
 */
export type RightsStep =
  | { about: 'reach' | 'assignment' | 'data kind' | 'ready-made' | 'lock'; passed: boolean }
  | { about: 'read' | 'write'; place: number; passed: boolean }

/** Is told of every rule that was asked, in the order in which they decide. */
export type Told = (step: RightsStep) => void

/**
 * Own rule and those of all folders above must pass, and writing needs reading (D-46, PRM-024); with any version locked
 * only a super-admin writes (D-96, PRM-023). Role user sees pipelines alone, and those only with `userPipeline`,
 * and writes nothing. Enforcement and explanation both ask this function.
 * @param told hears of each rule, failed ones not being the last; without it the first failure decides
 */
export function rightsOf(
  caller: Judged,
  own: Rules,
  above: readonly Rules[],
  anyLocked: boolean,
  userPipeline: UserPipeline | null = null,
  told?: Told,
): Rights {
  const isUser = needsAssignment(caller.role)
  if (isUser && userPipeline === null) {
    told?.({ about: 'reach', passed: false })
    return none
  }
  const reached = !isUser || userPipeline === null || reaches(caller, userPipeline, told)
  if (!reached && told === undefined) return none
  const sees = passEach(caller, own, above, 'read', told) && reached
  if (isUser) return { ...none, sees }
  if (!sees && told === undefined) return none
  const changeable = tell(told, { about: 'ready-made', passed: own.readyMade !== true })
  if (!changeable && told === undefined) return { ...none, sees }
  const writesBadges = passEach(caller, own, above, 'write', told) && changeable && sees
  const unlocked = tell(told, { about: 'lock', passed: !anyLocked || mayChangeLocked(caller.role) })
  return { sees, writesBadges, writes: writesBadges && unlocked }
}

const none: Rights = { sees: false, writes: false, writesBadges: false }

/** Whether this person may use pipelines of the data kind at all (D-58). */
export const usesDataKind = (caller: Judged, dealer: boolean): boolean =>
  !needsAssignment(caller.role) || caller.unrestrictedUpload || dealer

function reaches(caller: Judged, pipeline: UserPipeline, told: Told | undefined): boolean {
  const assigned = tell(told, { about: 'assignment', passed: pipeline.assigned })
  const ofKind = tell(told, { about: 'data kind', passed: usesDataKind(caller, pipeline.dealer) })
  return assigned && ofKind
}

/** From the topmost folder down to the item's own rule. */
function passEach(
  caller: Judged,
  own: Rules,
  above: readonly Rules[],
  which: 'read' | 'write',
  told: Told | undefined,
): boolean {
  let all = true
  for (let place = above.length; place >= 0; place--) {
    const rules = place === 0 ? own : above[place - 1]
    const passed = rules !== undefined && passes(caller, rules[which])
    if (told === undefined && !passed) return false
    told?.({ about: which, place, passed })
    all &&= passed
  }
  return all
}

/** PRM-020 to PRM-022. */
const passes = (caller: Judged, rule: Rule): boolean => seesEverything(caller.role) || passesRule(rule, caller.badges)

function tell(told: Told | undefined, step: RightsStep): boolean {
  told?.(step)
  return step.passed
}
