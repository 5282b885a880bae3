import { describe, expect, it } from 'vitest'
import { explainSlowPattern } from './slow-pattern.rule.ts'

describe('explainSlowPattern', () => {
  it.each([
    '^(a+)+$',
    '^(a*)*b',
    '(x+x+)+y',
    '^([a-zA-Z0-9]+\\s?)+$',
    '^(\\w+-?)*$',
    '^((a|b)+)+$',
    '^(?:\\d+|x)*$',
    '^(a+){2,}$',
    '^(?<word>\\w+,?)+$',
    '^(\\p{L}+ ?)+$',
  ])('%s repeats what repeats', (source) => {
    expect(explainSlowPattern(source)).toMatch(/exponential time: it repeats what repeats already.*to the server\.$/)
  })

  it.each(['^(a+)+\\(?=$', '^(a+)+\\\\1$', '^(a+)+[(?=]$', '^(\\p{Script=Greek}+)+$', '^(\\p{Lu}+)+$'])(
    '%s looks like what backtracks, but is compared in linear time',
    (source) => expect(explainSlowPattern(source)).toMatch(/Forms leave long texts to the server\.$/),
  )

  it.each(['^(a|a)*$', '^(a|aa)+$', '(\\w|\\d)+$', '^([a-z]|[0-9]|\\d)+$', '^(.|\\s)*$'])('%s overlaps', (source) => {
    expect(explainSlowPattern(source)).toMatch(/repeats alternatives that overlap/)
  })

  it.each([
    '^(?=(a+)+$)',
    '^(a|aa)+(?!b)$',
    '^(a+)+\\1$',
    '^(?<=x)(a+)+$',
    '^(\\p{Emoji}+)+$',
    '^(a+)+b{2000}$',
    '^(a+)+[\\b]$',
  ])('%s costs records', (source) => {
    expect(explainSlowPattern(source)).toMatch(/A record whose text takes too long is refused\.$/)
  })

  it.each([
    '',
    '^SKU-[0-9]{7}$',
    '^[a-z]+(-[a-z]+)*$',
    '^([a-z0-9-]+\\.)+[a-z]{2,}$',
    '^(a|b)+$',
    '^(ab|ac)+$',
    '^(\\d{3},)*\\d{3}$',
    '^[^@]+@[^@]+$',
    '^\\s*(\\w+\\s*=\\s*\\w+;)*$',
    '^(a+){1,3}$',
    '^(?:[A-Z]{2}|[0-9]{3})+$',
    '^(?=.*\\d)\\w+$',
    '^\\d+(\\.\\d+)?$',
    '^[(a+)+]$',
    '\\(a+\\)+',
    '(',
    '(?i:a+)+',
  ])('says nothing of %s', (source) => {
    expect(explainSlowPattern(source)).toBeNull()
  })

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('is quick itself over what is long', { retry: 2 }, () => {
    const started = performance.now()
    explainSlowPattern(`^${'(a+|b)?'.repeat(2000)}$`)
    explainSlowPattern('('.repeat(3000))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
