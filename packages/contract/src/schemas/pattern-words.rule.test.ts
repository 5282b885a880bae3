import { describe, expect, it } from 'vitest'
import { patternWords } from './pattern-words.rule.ts'

describe('a pattern in words', () => {
  it.each([
    ['^\\d{5}$', '5 digits'],
    ['^[0-9]{13}$', '13 digits'],
    ['^[0-9]{8,14}$', '8 to 14 digits'],
    ['^\\d{0,3}$', '0 to 3 digits'],
  ])('%s: %s', (pattern, words) => {
    expect(patternWords(pattern)).toBe(words)
  })

  it.each([
    ...['\\d{5}', '^\\d{5}', '^(a|b)$', '^[^x]+$', '^.*$', '^$', '^a+$', '^\\d{4}-\\d{2}$', '^\\w+$', '^\\d+$'],
    ...['^[A-Z0-9]{6}$', '^[A-Z]{2}$', '^\\d*$', '^[0-Z]{2}$', '^\\d{3,}$'],
  ])('%s says too much for words', (pattern) => {
    expect(patternWords(pattern)).toBeNull()
  })
})
