import type { ExplainedAction, ExplainStep, TaggedType } from '@millrace/contract'
import { listWords } from '@millrace/contract/badges/rule-words.rule'

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
export const lackingIn = (
  group: ExplainStep['groups'][number],
  held: ReadonlySet<string>,
): ExplainStep['groups'][number]['tags'] => group.tags.filter(({ _id }) => !held.has(_id))

/** 'Give Dana the badge Dealers, or the badges Europe and Night shift.'; null where badges do not help. */
function badgeHelp(step: ExplainStep, firstName: string, held: ReadonlySet<string>): string | null {
  const ways = step.groups
    .map((group) => lackingIn(group, held).map(({ name }) => name))
    .filter((names) => names.length > 0)
    .toSorted((a, b) => a.length - b.length)
    .map((names) => `the ${names.length === 1 ? 'badge' : 'badges'} ${listWords(names)}`)
  return ways.length === 0 ? null : `Give ${firstName} ${[...new Set(ways)].join(', or ')}.`
}

/** What would help with each rule that fails: badges where a rule asks for them, else the rule itself says it. */
export function whatHelps(
  steps: readonly ExplainStep[],
  { firstName, badges }: { firstName: string; badges: ReadonlySet<string> },
): string[] {
  const failed = steps.filter(({ passed }) => !passed)
  const helps = failed.flatMap((step) => badgeHelp(step, firstName, badges) ?? [])
  const others = failed.some(({ groups }) => groups.length === 0)
  if (helps.length > 0 && others) helps.push('Badges alone are not enough: see the other rules that fail.')
  return [...new Set(helps)]
}
