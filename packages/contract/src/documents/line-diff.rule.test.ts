import { describe, expect, it } from 'vitest'
import { countLines, diffLines } from './line-diff.rule.ts'

const side = (lines: readonly string[], sign: string) =>
  lines.filter((line) => line.startsWith(sign) || line.startsWith('  ')).map((line) => line.slice(2))

describe('API-075/api lines that differ', () => {
  const cases: [string, string[], string[], string[]][] = [
    ['the same', ['a', 'b'], ['a', 'b'], ['  a', '  b']],
    ['nothing before: all is added', [], ['a', 'b'], ['+ a', '+ b']],
    ['nothing after: all is removed', ['a', 'b'], [], ['- a', '- b']],
    ['one changed in the middle', ['a', 'b', 'c'], ['a', 'x', 'c'], ['  a', '- b', '+ x', '  c']],
    ['one added', ['a', 'c'], ['a', 'b', 'c'], ['  a', '+ b', '  c']],
    [
      'two places',
      ['a', 'b', 'c', 'd', 'e'],
      ['b', 'c', 'x', 'e', 'f'],
      ['- a', '  b', '  c', '- d', '+ x', '  e', '+ f'],
    ],
  ]
  it.each(cases)('%s', (_, before, after, expected) => {
    expect(diffLines(before, after)).toEqual(expected)
  })

  it('gives both texts again and is never longer than what differs', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 300; round++) {
      const text = () => Array.from({ length: random(14) }, () => 'abcd'[random(4)] ?? '')
      const [before, after] = [text(), text()]
      const lines = diffLines(before, after)
      expect(side(lines, '- ')).toEqual(before)
      expect(side(lines, '+ ')).toEqual(after)
      const { added, removed } = countLines(lines)
      expect(added - removed).toBe(after.length - before.length)
      expect(added + removed).toBe(fewestEdits(before, after))
    }
  })

  it('tells texts with more than 2,000 changes as removed and added, in little time', () => {
    const before = Array.from({ length: 20_000 }, (_, at) => `before ${at}`)
    const after = Array.from({ length: 20_000 }, (_, at) => `after ${at}`)
    const lines = diffLines(before, after)
    expect(countLines(lines)).toEqual({ added: 20_000, removed: 20_000 })
    expect(lines[0]).toBe('- before 0')
  })
})

/** By the table of all prefixes: slow and plain. */
function fewestEdits(a: readonly string[], b: readonly string[]): number {
  let row = b.map((_, at) => at + 1)
  row.unshift(0)
  for (const [i, line] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(line === other ? (row[j] ?? 0) : 1 + Math.min(row[j + 1] ?? 0, next[j] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
