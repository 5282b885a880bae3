import type { Rule } from '@millrace/contract'
import { normalizeRule } from '@millrace/contract/badges/describe-rule.rule'

// Edits of a rule are values. None leaves an empty group: a group begins with a badge and goes with its last one.

export const addGroup = (rule: Rule, badge: string): Rule => normalizeRule([...rule, [badge]])

export const removeGroup = (rule: Rule, at: number): Rule => rule.filter((_, place) => place !== at)

export const addBadge = (rule: Rule, at: number, badge: string): Rule =>
  normalizeRule(rule.map((group, place) => (place === at ? [...group, badge] : group)))

export const removeBadge = (rule: Rule, at: number, badge: string): Rule =>
  normalizeRule(rule.map((group, place) => (place === at ? group.filter((id) => id !== badge) : group)))

/** Whether both ask for the same, whatever the order. */
export function sameRule(one: Rule, other: Rule): boolean {
  const text = (rule: Rule) =>
    normalizeRule(rule)
      .map((group) => group.toSorted().join(' '))
      .toSorted()
      .join('|')
  return text(one) === text(other)
}
