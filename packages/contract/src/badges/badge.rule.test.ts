import { describe, expect, it } from 'vitest'
import type { Rule } from './badges.messages.ts'
import { passesAll, rulePasses } from './badge.rule.ts'

const held = (...ids: string[]) => new Set(ids)

describe('rulePasses', () => {
  const cases: [string, Rule, string[], boolean][] = [
    ['PRM-021/api no rule lets everyone pass', [], [], true],
    ['PRM-022/api one whole group held', [['a', 'b']], ['a', 'b'], true],
    ['PRM-022/api part of a group is not enough', [['a', 'b']], ['a'], false],
    ['PRM-022/api one of two groups is enough', [['a', 'b'], ['c']], ['c'], true],
    ['an empty group lets nobody pass', [[]], ['a'], false],
    ['an empty group does not spoil the others', [[], ['a']], ['a'], true],
  ]
  it.each(cases)('%s', (_, rule, badges, expected) => {
    expect(rulePasses(rule, held(...badges))).toBe(expected)
  })
})

describe('passesAll', () => {
  it('PRM-020/api a super-admin passes whatever the rules say', () => {
    expect(passesAll({ role: 'super-admin', badges: held() }, [[['a']], [['b']]])).toBe(true)
  })
  it('PRM-024/api rules of the folders above count too', () => {
    expect(passesAll({ role: 'manager', badges: held('a') }, [[['a']], [['b']]])).toBe(false)
    expect(passesAll({ role: 'manager', badges: held('a', 'b') }, [[['a']], [['b']]])).toBe(true)
  })
})
