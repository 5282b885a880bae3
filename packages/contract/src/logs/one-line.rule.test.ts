import { describe, expect, it } from 'vitest'
import { toOneLine, toPlainJson } from './one-line.rule.ts'

describe('text on a terminal', () => {
  it.each([
    ['plain: é, 名, 😀, \u00a0', 'plain: é, 名, 😀, \u00a0'],
    ['\u001b[2Jcleared', '\\u001b[2Jcleared'],
    ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['\u009b31m', '\\u009b31m'],
    ['first\r\nsecond\tthird', 'first\\r\\nsecond\\tthird'],
    ['over\rwritten\b\u007f\0', 'over\\rwritten\\u0008\\u007f\\u0000'],
    ['a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
    ['half \ud800', 'half \\ud800'],
  ])('S10 %j is shown as %j', (text, shown) => {
    expect(toOneLine(text)).toBe(shown)
  })

  it('S10 JSON stays the same value and has no control character but its own line ends', () => {
    const value = { 'a\u009b': ['\u001b[2J', 'x\n\u2028\u202e\u007f', '\ud800', 'é😀'], b: 1 }
    for (const indent of [undefined, 2]) {
      const text = toPlainJson(value, indent)
      expect(JSON.parse(text)).toEqual(value)
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
      expect(text.split('\n')).toHaveLength(indent === undefined ? 1 : 9)
    }
  })
})
