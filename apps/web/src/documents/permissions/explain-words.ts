import type { ExplainedAction, ExplainStep, RuleSubject, TaggedType } from '@millrace/contract'
import { joinNames } from '@millrace/contract/badges/describe-rule.rule'

/** What may be asked about, as a choice. */
export const actionWords: Record<ExplainedAction, string> = {
  read: 'See it',
  write: 'Change it',
  'write-badges': 'Change its badges',
  upload: 'Upload files to it',
  import: 'Start its imports',
  export: 'Export its files',
}
const verbs: Record<ExplainedAction, string> = {
  read: 'see',
  write: 'change',
  'write-badges': 'change the badges of',
  upload: 'upload files to',
  import: 'start imports of',
  export: 'export files of',
}

/** Upload, import and export are asked of pipelines only. */
export function actionsFor(type: TaggedType | undefined): ExplainedAction[] {
  const all: ExplainedAction[] = ['read', 'write', 'write-badges']
  return type === 'pipeline' ? [...all, 'upload', 'import', 'export'] : all
}

/** 'Dana Dealer may not see Dealers fr-FR.' */
export const verdict = (person: string, allowed: boolean, action: ExplainedAction, item: string): string =>
  `${person} may ${allowed ? '' : 'not '}${verbs[action]} ${item}.`

/** The badges of a group that the person lacks. */
export const missingBadges = (
  group: ExplainStep['groups'][number],
  held: ReadonlySet<string>,
): ExplainStep['groups'][number]['tags'] => group.tags.filter(({ _id }) => !held.has(_id))

/** 'Give Dana the badge Dealers, or the badges Europe and Night shift.'; null where badges do not help. */
function badgeHelp(step: ExplainStep, firstName: string, held: ReadonlySet<string>): string | null {
  const ways = step.groups
    .map((group) => missingBadges(group, held).map(({ name }) => name))
    .filter((names) => names.length > 0)
    .toSorted((a, b) => a.length - b.length)
    .map((names) => `the ${names.length === 1 ? 'badge' : 'badges'} ${joinNames(names)}`)
  return ways.length === 0 ? null : `Give ${firstName} ${[...new Set(ways)].join(', or ')}.`
}

/** What somebody does about a rule that asks for no badges; null where nothing is to be done. */
const otherHelp = (about: RuleSubject, firstName: string): string | null => {
  switch (about) {
    case 'account':
      return `Switch ${firstName}'s account on in Users.`
    case 'role':
      return `Give ${firstName} a role that may do it, or ask somebody who has one.`
    case 'assignment':
      return `Assign the pipeline to ${firstName} in Users.`
    case 'data kind':
      return `Switch 'Only dealers upload' off for ${firstName} in Users.`
    case 'lock':
      return 'Ask a super-admin to make the change.'
    default:
      return null
  }
}

/** What would help, in the order of the rules that fail; one that nothing helps with is pointed to. */
export function suggestHelp(
  steps: readonly ExplainStep[],
  { firstName, badges }: { firstName: string; badges: ReadonlySet<string> },
): string[] {
  const failed = steps.filter(({ passed }) => !passed)
  const found = failed.map((step) =>
    step.groups.length > 0 ? badgeHelp(step, firstName, badges) : otherHelp(step.about, firstName),
  )
  const helps = found.filter((help) => help !== null)
  if (helps.length > 0 && helps.length < found.length)
    helps.push('That alone is not enough: see the other rules that fail.')
  return [...new Set(helps)]
}
