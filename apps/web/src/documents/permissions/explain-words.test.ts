import type { ExplainStep, RuleSubject } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { exampleTag } from '../../access/badges/badges.examples.ts'
import { actionsFor, verdict, suggestHelp } from './explain-words.ts'

const tags = { eu: exampleTag('eu', 'Europe'), dl: exampleTag('dl', 'Dealers'), ns: exampleTag('ns', 'Night shift') }
const step = (passed: boolean, ...groups: (keyof typeof tags)[][]): ExplainStep => ({
  about: groups.length === 0 ? 'ready-made' : 'read',
  rule: 'a rule',
  passed,
  groups: groups.map((ids) => ({ tags: ids.map((id) => tags[id]), held: false })),
})
const failed = (about: RuleSubject): ExplainStep => ({ about, rule: 'a rule', passed: false, groups: [] })
const dana = (...badges: string[]) => ({ firstName: 'Dana', badges: new Set(badges) })

describe('what would help', () => {
  const cases: [string, ExplainStep[], string[], string[]][] = [
    ['nothing where all pass', [step(true, ['eu'])], [], []],
    ['one badge', [step(false, ['dl'])], [], ['Give Dana the badge Dealers.']],
    [
      'the shortest way first',
      [step(false, ['eu', 'ns'], ['dl'])],
      [],
      ['Give Dana the badge Dealers, or the badges Europe and Night shift.'],
    ],
    ['only what is lacking', [step(false, ['eu', 'ns'])], ['eu'], ['Give Dana the badge Night shift.']],
    [
      'each rule that fails',
      [step(false, ['eu']), step(true), step(false, ['dl'])],
      [],
      ['Give Dana the badge Europe.', 'Give Dana the badge Dealers.'],
    ],
    ['nothing helps', [step(false), failed('reach'), failed('way')], [], []],
    ['the account', [failed('account')], [], ["Switch Dana's account on in Users."]],
    ['the role', [failed('role')], [], ['Give Dana a role that may do it, or ask somebody who has one.']],
    [
      'what role user needs',
      [failed('assignment'), failed('data kind')],
      [],
      ['Assign the pipeline to Dana in Users.', "Switch 'Only dealers upload' off for Dana in Users."],
    ],
    ['a lock', [failed('lock')], [], ['Ask a super-admin to make the change.']],
    [
      'badges and something else',
      [step(false), step(false, ['eu'])],
      [],
      ['Give Dana the badge Europe.', 'That alone is not enough: see the other rules that fail.'],
    ],
  ]
  it.each(cases)('%s', (_, steps, held, expected) => {
    expect(suggestHelp(steps, dana(...held))).toEqual(expected)
  })
})

it('uploads, imports and exports are asked of pipelines only', () => {
  expect(actionsFor('pipeline')).toHaveLength(6)
  expect(actionsFor('folder')).toEqual(['read', 'write', 'write-badges'])
})
it('the verdict is a sentence', () => {
  expect(verdict('Dana Dealer', false, 'read', 'Dealers')).toBe('Dana Dealer may not see Dealers.')
  expect(verdict('Dana Dealer', true, 'upload', 'Dealers')).toBe('Dana Dealer may upload files to Dealers.')
})
