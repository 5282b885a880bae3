import {
  forbidden,
  mayChangeLocked,
  needsAssignment,
  notFound,
  passesRule,
  type Rule,
  seesEverything,
} from '@millrace/contract'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'

/** Badge rules of one folder or document. `readyMade`: it comes with the product, and nobody changes it. */
export type Rules = { read: Rule; write: Rule; readyMade?: boolean }

/**
 * What can be held of a folder or document, each fact with the rules it asks: reading asks none of those of writing, and
 * setting badges leaves the lock rule aside (D-47). The policy of the contract names these facts (`sees item`,
 * `writes item`, `writes badges of item`), services demand them (`mustHold`), and explanations list their rules.
 */
const facts = {
  sees: ['reach', 'assignment', 'data kind', 'read'],
  writesBadges: ['reach', 'assignment', 'data kind', 'read', 'ready-made', 'write'],
  writes: ['reach', 'assignment', 'data kind', 'read', 'ready-made', 'write', 'lock'],
} as const satisfies Record<string, readonly RightsStep['about'][]>

export type Fact = keyof typeof facts
/** Which facts hold for a caller and a folder or document. */
export type Rights = Readonly<Record<Fact, boolean>>

/** Whether the fact asks this rule. */
export const asksRule = (fact: Fact, { about }: RightsStep): boolean =>
  (facts[fact] as readonly RightsStep['about'][]).includes(about)

const demand =
  (fact: Fact) =>
  (rights: Rights): void => {
    if (!rights.sees) throw notFound()
    if (!rights[fact]) throw forbidden()
  }

/** The facts as services demand them. @throws ApiError 40400 for what the caller does not see, 40300 for another fact */
export const mustHold = {
  sees: objectRule('sees item', demand('sees')),
  writes: objectRule('writes item', demand('writes')),
  writesBadges: objectRule('writes badges of item', demand('writesBadges')),
} satisfies Record<Fact, unknown>

/** What role user is judged by besides badges: only a pipeline that is assigned and of their data kind (D-39, D-58). */
export type UserPipeline = { assigned: boolean; dealer: boolean }

/** What of a person decides: everything but role and badges matters to role user alone. */
export type RightsHolder = Pick<Caller, 'role' | 'badges' | 'unrestrictedUpload'>

/**
 * One rule on the way to a decision, with its outcome. 'reach' is about what role user reaches at all; `place` is 0 for
 * the item's own badge rule and n for that of the n-th folder above it.
 */
export type RightsStep =
  | { about: 'reach' | 'assignment' | 'data kind' | 'ready-made' | 'lock'; passed: boolean }
  | { about: 'read' | 'write'; place: number; passed: boolean }

/** Hears of every rule that was asked, in the order in which they decide. */
export type StepListener = (step: RightsStep) => void

/**
 * Own rule and those of all folders above must pass, and writing needs reading (D-46, PRM-024); with any version locked
 * only a super-admin writes (D-96, PRM-023). Role user sees pipelines alone, and those only with `userPipeline`,
 * and writes nothing. Enforcement and explanation both ask this function.
 * @param onStep hears of each rule, failed ones not being the last; without it the first failure decides
 */
export function rightsOf(
  caller: RightsHolder,
  own: Rules,
  above: readonly Rules[],
  anyLocked: boolean,
  userPipeline: UserPipeline | null = null,
  onStep?: StepListener,
): Rights {
  const isUser = needsAssignment(caller.role)
  if (isUser && userPipeline === null) {
    onStep?.({ about: 'reach', passed: false })
    return noRights
  }
  const reached = !isUser || userPipeline === null || reaches(caller, userPipeline, onStep)
  if (!reached && onStep === undefined) return noRights
  const sees = passEach(caller, own, above, 'read', onStep) && reached
  if (isUser) return { ...noRights, sees }
  if (!sees && onStep === undefined) return noRights
  const changeable = report(onStep, { about: 'ready-made', passed: own.readyMade !== true })
  if (!changeable && onStep === undefined) return { ...noRights, sees }
  const writesBadges = passEach(caller, own, above, 'write', onStep) && changeable && sees
  const unlocked = report(onStep, { about: 'lock', passed: !anyLocked || mayChangeLocked(caller.role) })
  return { sees, writesBadges, writes: writesBadges && unlocked }
}

/** What nobody gets: no fact holds. */
export const noRights: Rights = { sees: false, writes: false, writesBadges: false }

/** Whether this person may use pipelines of the data kind at all (D-58). */
export const usesDataKind = (caller: RightsHolder, dealer: boolean): boolean =>
  !needsAssignment(caller.role) || caller.unrestrictedUpload || dealer

function reaches(caller: RightsHolder, pipeline: UserPipeline, onStep: StepListener | undefined): boolean {
  const assigned = report(onStep, { about: 'assignment', passed: pipeline.assigned })
  const ofKind = report(onStep, { about: 'data kind', passed: usesDataKind(caller, pipeline.dealer) })
  return assigned && ofKind
}

/** From the topmost folder down to the item's own rule. */
function passEach(
  caller: RightsHolder,
  own: Rules,
  above: readonly Rules[],
  about: 'read' | 'write',
  onStep: StepListener | undefined,
): boolean {
  let all = true
  for (let place = above.length; place >= 0; place--) {
    const rules = place === 0 ? own : above[place - 1]
    const passed = rules !== undefined && passes(caller, rules[about])
    if (onStep === undefined && !passed) return false
    onStep?.({ about, place, passed })
    all &&= passed
  }
  return all
}

/** PRM-020 to PRM-022. */
const passes = (caller: RightsHolder, rule: Rule): boolean =>
  seesEverything(caller.role) || passesRule(rule, caller.badges)

function report(onStep: StepListener | undefined, step: RightsStep): boolean {
  onStep?.(step)
  return step.passed
}
