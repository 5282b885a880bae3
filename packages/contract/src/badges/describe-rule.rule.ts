import type { DocTags, Rule } from './badges.messages.ts'
import { type BadgeHolder, passesAllRules } from './badge.rule.ts'

/** The name of a badge, or null where the reader does not know it. */
export type NameOf = (id: string) => string | null
/** A rule that counts besides an item's own, with the path of the folder that has it, e.g. 'Pipelines / France'. */
export type InheritedRule = { folder: string; rule: Rule }
export type Access = keyof DocTags

/** 'France', 'France and Dealers', 'France, Dealers and Night shift'. */
export function joinNames(names: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`
}

/** The badges of one group, which must be held together; those that the reader does not know are counted. */
export function describeGroup(group: readonly string[], nameOf: NameOf): string {
  if (group.length === 0) return 'badges of an empty group, which nobody has'
  const names = group.flatMap((id) => nameOf(id) ?? [])
  const unknown = group.length - names.length
  if (unknown > 0) names.push(unknown === 1 ? 'a badge you do not know' : `${unknown} badges you do not know`)
  return joinNames(names)
}

/** 'people who hold France and Dealers, or Head office'; 'everybody' without a rule (PRM-021, PRM-022). */
export function describeRule(rule: Rule, nameOf: NameOf): string {
  if (rule.length === 0) return 'everybody'
  return `people who hold ${rule.map((group) => describeGroup(group, nameOf)).join(', or ')}`
}

const others: Record<Access, string> = {
  read: 'Nobody else can see it.',
  write: 'Everybody else can only read it.',
}

/** What an item's own rule means, as a sentence (TAG-015): 'Read: people who hold Europe. Nobody else can see it.' */
export function describeAccess(access: Access, rule: Rule, nameOf: NameOf): string {
  const open = access === 'read' ? 'everybody' : 'everybody who may read it'
  if (rule.length === 0) return `${accessTitle(access)}: ${open}.`
  const besides = access === 'write' ? ' and may read it' : ''
  return `${accessTitle(access)}: ${describeRule(rule, nameOf)}${besides}. ${others[access]}`
}

/** 'and the rule of the folder Pipelines / France: people who hold Europe.' for each folder with a rule (D-46). */
export const describeInheritedRules = (above: readonly InheritedRule[], nameOf: NameOf): string[] =>
  above
    .filter(({ rule }) => rule.length > 0)
    .map(({ folder, rule }) => `and the rule of the folder ${folder}: ${describeRule(rule, nameOf)}.`)

export const accessTitle = (access: Access): string => (access === 'read' ? 'Read' : 'Write')

/** The rule without empty groups, and without a badge or group that is named twice. */
export function normalizeRule(rule: Rule): Rule {
  const seen = new Set<string>()
  return rule
    .map((group) => [...new Set(group)])
    .filter((group) => {
      const key = group.toSorted().join(' ')
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** Groups that let nobody in whom a smaller group does not let in already, by their place in the rule. */
export function findRedundantGroups(rule: Rule): number[] {
  const holds = (all: readonly string[], part: readonly string[]) => part.every((id) => all.includes(id))
  return rule.flatMap((group, at) => {
    const covered = rule.some(
      (other, place) => place !== at && other.length > 0 && other.length < group.length && holds(group, other),
    )
    return covered ? [at] : []
  })
}

/**
 * What the person would lose by saving these rules: 'read', 'write', or null. Writing also needs reading (D-46); what
 * they may not do already is not lost.
 */
export function findLostAccess(
  holder: BadgeHolder,
  before: DocTags,
  after: DocTags,
  above: readonly DocTags[],
): Access | null {
  const may = (access: Access, own: DocTags) => {
    const read = passesAllRules(holder, [own.read, ...above.map((tags) => tags.read)])
    return access === 'read' ? read : read && passesAllRules(holder, [own.write, ...above.map((tags) => tags.write)])
  }
  for (const access of ['read', 'write'] as const) if (may(access, before) && !may(access, after)) return access
  return null
}
