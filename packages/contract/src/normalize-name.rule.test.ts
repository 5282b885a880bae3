import { expect, it } from 'vitest'
import { normalizeName } from './normalize-name.rule.ts'

const cases: [what: string, typed: string, stored: string][] = [
  ['an ordinary name', 'Anne-Marie O’Neil', 'Anne-Marie O’Neil'],
  ['space around', ' \t Anne\u00a0', 'Anne'],
  ['runs of spaces inside', 'Anne  Marie \u00a0 Lou', 'Anne Marie Lou'],
  ['spaces around what is not seen', 'Anne \u200b Marie', 'Anne Marie'],
  ['a line break', 'Anne\r\nMarie', 'Anne Marie'],
  ['a line separator', 'Anne\u2028Marie', 'Anne Marie'],
  ['a bell', 'Anne\u0007', 'Anne'],
  ['a decomposed accent', 'Rene\u0301', 'Ren\u00e9'],
  ['a zero-width space', 'Eu\u200brope', 'Europe'],
  ['a soft hyphen', 'Eu\u00adrope', 'Europe'],
  ['a mark that turns the direction', '\u202eAnne\u2069', 'Anne'],
  ['half a letter', 'Anne\ud83d', 'Anne'],
  ['a whole emoji', 'Anne \u{1f600}', 'Anne \u{1f600}'],
  ['joiners inside letters', 'نام\u200cها', 'نام\u200cها'],
  ['joiners alone', '\u200d \u200c', ''],
  ['nothing that is seen', '\u200b\ufeff\u202e', ''],
]
it.each(cases)('%s', (_what, typed, stored) => {
  expect(normalizeName(typed)).toBe(stored)
  expect(normalizeName(stored)).toBe(stored)
})
