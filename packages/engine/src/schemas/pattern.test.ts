import { estimatePatternCost } from '@millrace/contract/schemas/pattern-cost'
import { describe, expect, it } from 'vitest'
import { toRe2 } from '@millrace/contract/schemas/pattern-re2'
import { createPatternTester, linearPattern } from './pattern.ts'

describe('patterns', () => {
  it.each([
    ['^SKU-[0-9]{7}$', 0],
    ['^[a-z]{2}-[A-Z]{2}$', 0],
    ['^\\d+$', 1],
    ['^[^@]+@[^@]+$', 2],
    ['abc', 1],
    ['a+b', 2],
    ['^(?:ab|cd)?x$', 0],
    ['^\\u00e9\\p{L}*$', 1],
    ['^(a+)+$', Number.POSITIVE_INFINITY],
    ['^(a|a)*$', Number.POSITIVE_INFINITY],
    ['^(?=.*\\d)\\w+$', 2],
    ['(a)\\1', 2],
    ['^(?=(a+)+$)', Number.POSITIVE_INFINITY],
    ['(a)(\\1)+', Number.POSITIVE_INFINITY],
  ])('%s costs degree %d', (source, degree) => {
    // An alternative makes the anchor uncertain: counted as unanchored.
    const expected = source.includes('|') && Number.isFinite(degree) ? degree + 1 : degree
    expect(estimatePatternCost(source).degree).toBe(expected)
  })

  it.each([
    ['^(a+)+$', `${'a'.repeat(40)}!`],
    ['^(a|aa)+$', `${'a'.repeat(60)}!`],
    ['^([a-zA-Z0-9]+\\s?)+$', `${'a'.repeat(50)}!`],
    ['(x+x+)+y', 'x'.repeat(200)],
    ['^\\d{0,50}\\d{0,50}\\d{0,50}\\d{0,50}x', '1'.repeat(400)],
    ['a+b', 'a'.repeat(100_000)],
  ])('%s is tested in bounded time', (source, text) => {
    const started = performance.now()
    expect(createPatternTester(source).test(text)).toBe(false)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it.each([
    ['^(a+)+$', 'aaaa'],
    ['^(\\s*x\\s*)+$', '\u00a0x\u2003x'],
    ['^(.+\\.)+jpg$', 'a.b.jpg'],
    ['^(\\u00e9+\\/?)+$', 'éé/é'],
    ['^(?<year>\\d+,?)+$', '2024,25'],
    ['^([^\\s]+-?)+$', 'a-b'],
    ['^(?=.*\\d)\\w+$', 'abc1'],
    ['^(a|b)\\1+$', 'aaa'],
  ])('%s accepts %j, whichever engine runs it', (source, text) => {
    expect(createPatternTester(source).test(text)).toBe(true)
    expect(createPatternTester(source).test(`${text}\n!`)).toBe(new RegExp(source, 'u').test(`${text}\n!`))
  })

  it.each([
    ['^(?=(a+)+$)', `${'a'.repeat(60)}!`],
    ['^(a|aa)+(?!b)$', `${'a'.repeat(80)}!`],
    ['^(a+)+\\1$', `${'a'.repeat(60)}!`],
  ])('%s, which only backtracking can run, is given up in bounded time', (source, text) => {
    const tester = createPatternTester(source)
    const started = performance.now()
    for (let n = 0; n < 1000; n++) expect(() => tester.test(text)).toThrow(/takes too long/)
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('are told apart by Ajv, however they are run', () => {
    expect(String(createPatternTester('a*b'))).not.toBe(String(createPatternTester('a*c')))
  })

  it('reads patterns that are valid only without the u flag', () => {
    expect(createPatternTester('^[\\w-.]+$').test('a-b.c')).toBe(true)
  })

  // What authors are told (slow-pattern.rule.ts) is by the text alone; what is done is up to RE2.
  it.each([
    ['a', true],
    ['^(a+)+$', true],
    ['^(a|aa)+$', true],
    ['^([a-zA-Z0-9]+\\s?)+$', true],
    ['^(?<word>\\w+,?)+$', true],
    ['^(\\p{L}+ ?)+$', true],
    ['^(\\p{Script=Greek}+)+\\P{Lu}$', true],
    ['^(?:a{1,1000})+$', true],
    ['\\(?=(a+)+', true],
    ['(a+)+\\\\1', true],
    ['[(?=]+', true],
    ['[^\\s\\]"]+', true],
    ['\\u{1F600}|\\u00e9|\\x41|\\/', true],
    ['^(?=(a+)+$)', false],
    ['^(a|aa)+(?!b)$', false],
    ['(?<=x)(a+)+', false],
    ['(?<!x)(a+)+', false],
    ['(a+)+\\1', false],
    ['(?<x>a+)+\\k<x>', false],
    ['(a+)+b{1001}', false],
    ['(a+)+b{2,2000}', false],
    ['(\\p{Emoji}+)+', false],
    ['(\\p{Alphabetic}+)+', false],
    ['([^]+)+', false],
    ['([\\b]+)+', false],
    ['(\\cA+)+', false],
    ['([\\S]+)+', false],
  ])('%s: whether RE2 compares it is foreseen by its text', (source, isLinear) => {
    expect(() => new RegExp(source, 'u')).not.toThrow()
    expect([toRe2(source) !== null, linearPattern(source) !== null]).toEqual([isLinear, isLinear])
  })

  it.each([
    ['^(\\p{Script=Greek}+)+$', 'αβγ', 'abc'],
    ['^(\\p{gc=Lu}+)+$', 'ABC', 'abc'],
    ['^(\\P{L}+)+$', '123', 'a'],
  ])('%s means the same to RE2', (source, yes, no) => {
    expect([yes, no].map((text) => linearPattern(source)?.test(text))).toEqual([true, false])
    expect([yes, no].map((text) => new RegExp(source, 'u').test(text))).toEqual([true, false])
  })
})
