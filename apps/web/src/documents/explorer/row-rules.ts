import type { DocTags, Rule } from '@millrace/contract'
import {
  type Access,
  describeInheritedRules,
  describeAccess,
  describeGroup,
  type NameOf,
  accessTitle,
} from '@millrace/contract/badges/describe-rule.rule'

/** A rule on a row, short enough for a chip; `badge` is the first one it names, for the colour. */
export type RuleChip = { access: Access; text: string; badge: string | null; inherited: boolean }
/** Chips and the full words of a row; no words where neither the row nor a folder above has a rule. */
export type RowRules = { chips: readonly RuleChip[]; words: readonly string[] }

const accesses = ['read', 'write'] as const
export const noRules: RowRules = { chips: [], words: [] }

/** 'Europe', 'Europe and Dealers', 'Europe or 2 more groups' */
function shortRule(rule: Rule, nameOf: NameOf): string {
  const [first = [], ...rest] = rule
  const more = rest.length === 0 ? '' : ` or ${rest.length} more`
  return `${describeGroup(first, nameOf)}${more}`
}

/**
 * The badge summary of a row (PRM-014): its own rules, or else that of the nearest folder above that has one, marked as
 * inherited.
 * @param above paths of the folders above, the nearest first, as `inheritTags` has them
 */
export function rowRules(
  tags: DocTags,
  inherited: readonly DocTags[],
  above: readonly string[],
  nameOf: NameOf,
): RowRules {
  const chips = accesses.flatMap((access): RuleChip[] => {
    const own = tags[access]
    const nearest = own.length > 0 ? own : inherited.find((rules) => rules[access].length > 0)?.[access]
    if (nearest === undefined) return []
    const badge = nearest[0]?.[0] ?? null
    return [{ access, text: shortRule(nearest, nameOf), badge, inherited: own.length === 0 }]
  })
  if (chips.length === 0) return noRules
  const words = accesses.map((access) => {
    const rules = inherited.map((entry, at) => ({ folder: above[at] ?? '', rule: entry[access] }))
    const around = describeInheritedRules(rules, nameOf)
    if (tags[access].length === 0 && around.length > 0) return `${accessTitle(access)}: ${around.join(' ').slice(4)}`
    return [describeAccess(access, tags[access], nameOf), ...around].join(' ')
  })
  return { chips, words }
}
