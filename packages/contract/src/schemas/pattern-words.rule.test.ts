import { describe, expect, it } from 'vitest'
import { patternWords } from './pattern-words.rule.ts'

describe('a pattern in words', () => {
  it.each([
    ['^\\d{5}$', '5 digits'],
    ['^[0-9]{13}$', '13 digits'],
    ['^[0-9]{8,14}$', '8 to 14 digits'],
    ['^\\d{0,3}$', '0 to 3 digits'],
    ['^\\d{1}$', '1 digit'],
    ['^\\d{3,}$', 'at least 3 digits'],
    ['^\\d+$', 'nothing but digits'],
    ['^[A-Z]{2}$', '2 capital letters'],
    ['^[A-Z]{1}$', '1 capital letter'],
    ['^[a-z]{2,4}$', '2 to 4 small letters'],
    ['^[A-Za-z]+$', 'nothing but letters'],
    ['^[A-Z0-9]{6}$', '6 capital letters or digits'],
    ['^[A-Za-z0-9]{1}$', '1 letter or digit'],
  ])('%s: %s', (pattern, words) => {
    expect(patternWords(pattern)).toBe(words)
  })

  it.each([
    ...['\\d{5}', '^\\d{5}', '^(a|b)$', '^[^x]+$', '^.*$', '^$', '^a+$', '^\\d{4}-\\d{2}$', '^\\w+$', '^[A-ZÄ]+$'],
    ...['^\\d*$', '^[0-Z]{2}$', '^[^0-9]{2}$', '^[constructor]{2}$', 'x^\\d{2}$', '^\\d{,3}$'],
  ])('%s says too much for words', (pattern) => {
    expect(patternWords(pattern)).toBeNull()
  })
})
