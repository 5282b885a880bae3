import type { Role } from '../roles.ts'
import type { Rule } from './badges.messages.ts'

/** What the badge rule asks of a person. */
export type BadgeHolder = { role: Role; badges: ReadonlySet<string> }

/** One OR list of AND lists: nothing demanded, or one group held whole (PRM-021, PRM-022). An empty group never passes (S3). */
export function rulePasses(rule: Rule, badges: ReadonlySet<string>): boolean {
  if (rule.length === 0) return true
  return rule.some((group) => group.length > 0 && group.every((id) => badges.has(id)))
}

/** The item's own rule and those of all folders above it (D-46, PRM-024); a super-admin always passes (PRM-020). */
export function passesAll(holder: BadgeHolder, rules: readonly Rule[]): boolean {
  return holder.role === 'super-admin' || rules.every((rule) => rulePasses(rule, holder.badges))
}
