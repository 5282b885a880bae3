import { describe, expect, it } from 'vitest'
import { findFreeName, isIdentifier, nameKey } from './names.rule.ts'

describe('names', () => {
  it('FLD-019/api compares trimmed and without regard to case', () => {
    expect(nameKey('  Bikes ')).toBe(nameKey('BIKES'))
  })
  it('FLD-017/api takes the smallest free number in brackets', () => {
    expect(findFreeName('Bikes', [])).toBe('Bikes')
    expect(findFreeName('Bikes', ['bikes'])).toBe('Bikes (1)')
    expect(findFreeName('Bikes', ['Bikes', 'BIKES (1)', 'Bikes (3)'])).toBe('Bikes (2)')
  })
  it.each([
    ['catalogue', true],
    ['_x9', true],
    ['9x', false],
    ['my file', false],
    ['', false],
    ['__proto__', true],
  ])('%s is an identifier: %s', (name, expected) => {
    expect(isIdentifier(name)).toBe(expected)
  })
})
