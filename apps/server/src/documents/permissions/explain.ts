import {
  type CallName,
  type ExplainedAction,
  mayCall,
  needsAssignment,
  type Rule,
  type RuleSubject,
} from '@millrace/contract'
import { asksRule, type Fact } from '../kernel/rights.ts'
import { roleSentence, stepSentence } from './explain-words.ts'
import { rightsIn, rightsInEach } from './rights-of-person.ts'
import type { PermissionItem } from './permission-items.ts'
import type { Person } from './people.repository.ts'

/** One rule in words; `groups` are those of a badge rule. */
export type ExplainedStep = { about: RuleSubject; rule: string; passed: boolean; groups: Rule }

/** The call whose roles decide whether somebody may do it to an item of that type. */
const callOf = (action: ExplainedAction, isPipeline: boolean): CallName =>
  ({
    read: isPipeline ? ('GET /pipelines' as const) : ('GET /folders/tree' as const),
    write: 'POST /folders/rename' as const,
    'write-badges': 'POST /tags/update-document-tags' as const,
    upload: 'POST /uploads' as const,
    import: 'POST /imports' as const,
    export: 'POST /uploads/export' as const,
  })[action]

/** The fact about the item that each action needs. */
const neededFact: Record<ExplainedAction, Fact> = {
  read: 'sees',
  upload: 'sees',
  import: 'sees',
  export: 'sees',
  write: 'writes',
  'write-badges': 'writesBadges',
}

/**
 * Whether the person may do it, decided by the functions that enforce it, with every rule that was asked, in order.
 * @param tree all items of the item's tree: folders lead role user to the pipelines below
 */
export function explainRights(
  person: Person,
  item: PermissionItem,
  action: ExplainedAction,
  tree: readonly PermissionItem[],
): { allowed: boolean; steps: ExplainedStep[] } {
  const hasRole = mayCall(person.role, callOf(action, item.type === 'pipeline'))
  const steps: ExplainedStep[] = [
    {
      about: 'account',
      rule: person.isActive ? 'The account is active.' : 'The account is switched off, so every call is refused.',
      passed: person.isActive,
      groups: [],
    },
    { about: 'role', rule: roleSentence(person.role, action, item, hasRole), passed: hasRole, groups: [] },
  ]
  if (needsAssignment(person.role) && item.type === 'folder' && action === 'read') {
    const sees = rightsInEach({ ...person, isActive: true }, tree)[tree.indexOf(item)]?.sees === true
    steps.push({ about: 'way', rule: wayOf(item, sees), passed: sees, groups: [] })
    return { allowed: person.isActive && hasRole && sees, steps }
  }
  const rights = rightsIn(person, item, (step) => {
    if (!asksRule(neededFact[action], step)) return
    const sentence = stepSentence(person, item, step)
    if (sentence !== null) steps.push({ about: step.about, ...sentence, passed: step.passed })
  })
  return { allowed: person.isActive && hasRole && rights[neededFact[action]], steps }
}

function wayOf(item: PermissionItem, sees: boolean): string {
  if (item.kind !== 'pipeline') return 'The role user sees no schemas and no components.'
  if (item.above.length === 0) return 'Everybody sees the root folder of the pipelines.'
  return sees
    ? 'The folder leads to a pipeline that this person sees.'
    : 'The role user sees a folder only as the way to a pipeline, and this person sees none below it.'
}

/** The rule to name first: the first that failed, or else the last one that asked for badges, or else the last. */
export function decidingStep(steps: readonly ExplainedStep[]): ExplainedStep {
  const failed = steps.find((step) => !step.passed)
  const decided = failed ?? steps.findLast((step) => step.groups.length > 0) ?? steps.at(-1)
  if (decided === undefined) throw new Error('a decision without any rule')
  return decided
}
