import { describe, expect, it } from 'vitest'
import { validateBadgeName } from './badge-name.rule.ts'

const existing = [
  { _id: 'a', name: 'Europe' },
  { _id: 'b', name: 'Équipe Nord' },
]
const missing = 'Please input tag name'
const taken = 'This tag already exists'

describe('TAG-009/api the name of a badge', () => {
  const cases: [what: string, name: string, self: string | null, problem: string | null][] = [
    ['a new one', 'Dealers', null, null],
    ['nothing', '', null, missing],
    ['only space', ' \t\u00a0', null, missing],
    ['taken', 'Europe', null, taken],
    ['taken in other letters', 'eUROPE', null, taken],
    ['taken with space around', '  Europe ', null, taken],
    ['nothing that is seen', '\u200b', null, missing],
    ['taken with a letter nobody sees', 'Eu\u200brope', null, taken],
    ['taken with its accent apart', 'E\u0301quipe Nord', null, taken],
    ['taken beyond ASCII', 'équipe nord', null, taken],
    ['its own', 'Europe', 'a', null],
    ['its own in other letters', 'EUROPE', 'a', null],
    ["another's", 'Europe', 'b', taken],
    ['part of a taken one', 'Euro', null, null],
    ['space inside counts', 'Eur ope', null, null],
  ]
  it.each(cases)('%s', (_, name, self, problem) => {
    expect(validateBadgeName(name, existing, self)).toBe(problem)
  })
})
