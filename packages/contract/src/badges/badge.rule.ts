import { type Role, seesEverything } from '../roles.ts'
import type { DocTags, Rule } from './badges.messages.ts'

/** What the badge rule asks of a person. */
export type BadgeHolder = { role: Role; badges: ReadonlySet<string> }

/** One OR list of AND lists: nothing demanded, or one group held whole (PRM-021, PRM-022). An empty group never passes (S3). */
export function passesRule(rule: Rule, badges: ReadonlySet<string>): boolean {
  if (rule.length === 0) return true
  return rule.some((group) => group.length > 0 && group.every((id) => badges.has(id)))
}

/** The item's own rule and those of all folders above it (D-46, PRM-024); a super-admin always passes (PRM-020). */
export function passesAllRules(holder: BadgeHolder, rules: readonly Rule[]): boolean {
  return seesEverything(holder.role) || rules.every((rule) => passesRule(rule, holder.badges))
}

/** What one rule holds at most: more than anybody can read, and little enough for every tree. */
export const ruleLimits = { groups: 50, badges: 50 }

/** What is wrong with the rules of a folder or document, as the sentence to show, or null. */
export function validateRules({ read, write }: DocTags): string | null {
  const groups = [...read, ...write]
  if (groups.some((group) => group.length === 0)) return 'A group of badges cannot be empty'
  if (read.length > ruleLimits.groups || write.length > ruleLimits.groups)
    return `A rule can have at most ${ruleLimits.groups} groups of badges`
  if (groups.some((group) => group.length > ruleLimits.badges))
    return `A group can have at most ${ruleLimits.badges} badges`
  return null
}
