import { describe, expect, it } from 'vitest'
import type { Rule } from './badges.messages.ts'
import { passesAllRules, ruleLimits, passesRule, validateRules } from './badge.rule.ts'

const held = (...ids: string[]) => new Set(ids)

describe('passesRule', () => {
  const cases: [string, Rule, string[], boolean][] = [
    ['PRM-021/api no rule lets everyone pass', [], [], true],
    ['PRM-022/api one whole group held', [['a', 'b']], ['a', 'b'], true],
    ['PRM-022/api part of a group is not enough', [['a', 'b']], ['a'], false],
    ['PRM-022/api one of two groups is enough', [['a', 'b'], ['c']], ['c'], true],
    ['an empty group lets nobody pass', [[]], ['a'], false],
    ['an empty group does not spoil the others', [[], ['a']], ['a'], true],
  ]
  it.each(cases)('%s', (_, rule, badges, expected) => {
    expect(passesRule(rule, held(...badges))).toBe(expected)
  })
})

describe('passesAllRules', () => {
  it('PRM-020/api a super-admin passes whatever the rules say', () => {
    expect(passesAllRules({ role: 'super-admin', badges: held() }, [[['a']], [['b']]])).toBe(true)
  })
  it('PRM-024/api rules of the folders above count too', () => {
    expect(passesAllRules({ role: 'manager', badges: held('a') }, [[['a']], [['b']]])).toBe(false)
    expect(passesAllRules({ role: 'manager', badges: held('a', 'b') }, [[['a']], [['b']]])).toBe(true)
  })
})

describe('validateRules', () => {
  const groups = (n: number): Rule => Array.from({ length: n }, (_, i) => [`b${i}`])
  const group = (n: number): Rule => [Array.from({ length: n }, (_, i) => `b${i}`)]
  const empty = 'A group of badges cannot be empty'
  const tooMany = `A rule can have at most ${ruleLimits.groups} groups of badges`
  const tooLong = `A group can have at most ${ruleLimits.badges} badges`
  const cases: [string, Rule, string | null][] = [
    ['no rule', [], null],
    ['groups of one and of two', [['a'], ['b', 'c']], null],
    ['an empty group', [['a'], []], empty],
    ['an empty group alone', [[]], empty],
    ['as many groups as may be', groups(ruleLimits.groups), null],
    ['one group more', groups(ruleLimits.groups + 1), tooMany],
    ['as many badges as may be', group(ruleLimits.badges), null],
    ['one badge more', group(ruleLimits.badges + 1), tooLong],
  ]
  it.each(cases)('%s, read or write', (_, rule, problem) => {
    expect(validateRules({ read: rule, write: [] })).toBe(problem)
    expect(validateRules({ read: [['a']], write: rule })).toBe(problem)
  })
})
