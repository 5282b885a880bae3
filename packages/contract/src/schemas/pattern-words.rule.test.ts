import { describe, expect, it } from 'vitest'
import { patternWords } from './pattern-words.rule.ts'

describe('a pattern in words', () => {
  it.each([
    ['^\\d{5}$', '5 digits'],
    ['^[0-9]{13}$', '13 digits'],
    ['^[0-9]{8,14}$', '8 to 14 digits'],
    ['^\\d+$', '1 or more digits'],
    ['^\\d{3,}$', '3 or more digits'],
    ['^\\d*$', 'any number of digits'],
    ['^[A-Z]{0,3}$', 'at most 3 capital letters'],
    ['^\\d$', '1 digit'],
    ['^[A-Z]{2}-\\d{4}$', "2 capital letters, then '-', then 4 digits"],
    ['^SKU\\.[A-Z0-9]{6}$', "'SKU.', then 6 capital letters or digits"],
    ['^\\d{4}-\\d{2}$', "4 digits, then '-', then 2 digits"],
  ])('%s: %s', (pattern, words) => {
    expect(patternWords(pattern)).toBe(words)
  })

  it.each([
    '\\d{5}',
    '^\\d{5}',
    '^(a|b)$',
    '^[^x]+$',
    '^.*$',
    '^$',
    '^a+$',
    '^\\d{2}:\\d{2}:\\d{2}$',
    '^\\w+$',
    '^[äöü]$',
    '^a{2}$',
  ])('%s says too much for words', (pattern) => {
    expect(patternWords(pattern)).toBeNull()
  })
})
