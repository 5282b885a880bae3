import { expect, it } from 'vitest'
import { diffText } from './diff-text.ts'

const written = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => ({ same: text, added: `+[${text}]`, removed: `-[${text}]` })[kind])
    .join('')

it.each([
  ['the same', 'a b', 'a b', 'a b'],
  ['one word', 'a long text here', 'a short text here', 'a -[long]+[short] text here'],
  ['a line of code', 'let a = 1\nreturn a\n', 'let a = 2\nreturn a\n', '-[let a = 1\n]+[let a = 2\n]return a\n'],
  ['a new last line', 'a\nb', 'a\nb\nc', 'a\n-[b]+[b\nc]'],
  ['from nothing', '', 'a', '+[a]'],
  ['to nothing', 'a', '', '-[a]'],
])('tells %s', (_case, before, after, parts) => {
  expect(written(before, after)).toBe(parts)
})

it('gives both texts again, also where they are too long to be compared word by word', () => {
  const [before, after] = ['a ', 'b '].map((word) => Array.from({ length: 1200 }, (_, at) => word + at).join(' '))
  for (const [a, b] of [
    [before, after],
    ['x y z', 'z y x q'],
  ] as [string, string][]) {
    const parts = diffText(a, b)
    const side = (kind: string) =>
      parts.flatMap((part) => (part.kind === kind || part.kind === 'same' ? [part.text] : [])).join('')
    expect(side('removed')).toBe(a)
    expect(side('added')).toBe(b)
  }
})
