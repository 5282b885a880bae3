import type { Rule } from '@millrace/contract'
import { expect, it } from 'vitest'
import { addBadge, addGroup, removeBadge, removeGroup, sameRule } from './edit-rule.ts'

const rule: Rule = [['a', 'b'], ['c']]

it.each([
  ['a new group begins with a badge', addGroup(rule, 'd'), [['a', 'b'], ['c'], ['d']]],
  ['a group that is there already is not added', addGroup(rule, 'c'), rule],
  [
    'a badge joins a group',
    addBadge(rule, 1, 'd'),
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a badge leaves a group', removeBadge(rule, 0, 'a'), [['b'], ['c']]],
  ['a group goes with its last badge', removeBadge(rule, 1, 'c'), [['a', 'b']]],
  ['groups that have become alike are one', removeBadge([['a', 'b'], ['a']], 0, 'b'), [['a']]],
  ['a group goes', removeGroup(rule, 0), [['c']]],
])('%s', (_, edited, expected) => {
  expect(edited).toEqual(expected)
})

it('the order changes nothing', () => {
  expect(sameRule(rule, [['c'], ['b', 'a']])).toBe(true)
  expect(sameRule(rule, [['c'], ['b']])).toBe(false)
  expect(sameRule([], [[]])).toBe(true)
})
