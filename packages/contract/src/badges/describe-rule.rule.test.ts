import { describe, expect, it } from 'vitest'
import type { Role } from '../roles.ts'
import type { DocTags, Rule } from './badges.messages.ts'
import {
  describeInheritedRules,
  describeAccess,
  joinNames,
  findRedundantGroups,
  describeRule,
  findLostAccess,
  normalizeRule,
} from './describe-rule.rule.ts'

const names: Record<string, string> = { fr: 'France', dl: 'Dealers', ho: 'Head office' }
const nameOf = (id: string) => names[id] ?? null

describe('a rule in words', () => {
  const cases: [Rule, string][] = [
    [[], 'everybody'],
    [[['fr']], 'people who hold France'],
    [[['fr', 'dl']], 'people who hold France and Dealers'],
    [[['fr', 'dl'], ['ho']], 'people who hold France and Dealers, or Head office'],
    [[['fr', 'dl', 'ho']], 'people who hold France, Dealers and Head office'],
    [[['fr', 'secret']], 'people who hold France and a badge you do not know'],
    [[['s1', 's2'], ['fr']], 'people who hold 2 badges you do not know, or France'],
    [[[]], 'people who hold badges of an empty group, which nobody has'],
  ]
  it.each(cases)('%j', (rule, words) => {
    expect(describeRule(rule, nameOf)).toBe(words)
  })
  it('joins by or, too', () => {
    expect(joinNames(['a', 'b', 'c'], 'or')).toBe('a, b or c')
    expect(joinNames([])).toBe('')
  })
})

describe('what a rule means for an item', () => {
  const cases: ['read' | 'write', Rule, string][] = [
    ['read', [], 'Read: everybody.'],
    ['write', [], 'Write: everybody who may read it.'],
    [
      'read',
      [['fr', 'dl'], ['ho']],
      'Read: people who hold France and Dealers, or Head office. Nobody else can see it.',
    ],
    ['write', [['ho']], 'Write: people who hold Head office and may read it. Everybody else can only read it.'],
  ]
  it.each(cases)('%s %j', (access, rule, words) => {
    expect(describeAccess(access, rule, nameOf)).toBe(words)
  })
  it('names the folders above that have a rule', () => {
    const above = [
      { folder: 'Pipelines / France', rule: [['fr']] },
      { folder: 'Pipelines', rule: [] },
    ]
    expect(describeInheritedRules(above, nameOf)).toEqual([
      'and the rule of the folder Pipelines / France: people who hold France.',
    ])
  })
})

describe('tidying a rule', () => {
  it('leaves out empty groups and what is named twice', () => {
    expect(normalizeRule([['fr', 'fr'], [], ['dl', 'fr'], ['fr', 'dl'], ['fr']])).toEqual([['fr'], ['dl', 'fr']])
  })
  it('tells groups that a smaller one makes needless', () => {
    expect(findRedundantGroups([['fr'], ['fr', 'dl'], ['ho']])).toEqual([1])
    expect(
      findRedundantGroups([
        ['fr', 'dl'],
        ['dl', 'ho'],
      ]),
    ).toEqual([])
    expect(findRedundantGroups([[], ['fr']])).toEqual([])
  })
})

describe('shutting oneself out', () => {
  const rules = (read: Rule, write: Rule = []): DocTags => ({ read, write })
  const none = rules([])
  const cases: [string, Role, string[], DocTags, DocTags, DocTags[], 'read' | 'write' | null][] = [
    ['a badge one lacks', 'admin', ['fr'], none, rules([['ho']]), [], 'read'],
    ['a badge one holds', 'admin', ['fr'], none, rules([['fr']]), [], null],
    ['writing alone', 'admin', ['fr'], none, rules([], [['ho']]), [], 'write'],
    ['a super-admin never', 'super-admin', [], none, rules([['ho']], [['ho']]), [], null],
    ['what was closed before', 'admin', [], rules([['ho']]), rules([['dl']]), [], null],
    ['what a folder closes already', 'admin', [], none, rules([['ho']]), [rules([['dl']])], null],
    ['writing that a folder closes already', 'admin', ['fr'], none, rules([], [['ho']]), [rules([], [['dl']])], null],
  ]
  it.each(cases)('%s', (_, role, badges, before, after, above, lost) => {
    expect(findLostAccess({ role, badges: new Set(badges) }, before, after, above)).toBe(lost)
  })
})
