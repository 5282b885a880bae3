import { describe, expect, it } from 'vitest'
import { foldUnchanged } from './diff-rows.ts'

describe('lines of a comparison', () => {
  const lines = [...Array.from({ length: 6 }, (_, at) => `  before ${at}`), '+ new', '  after', '- old']
  it('folds unchanged lines further than three from a change', () => {
    expect(foldUnchanged(lines, false)).toEqual([
      { folded: 3, at: 0 },
      ...[3, 4, 5].map((at) => ({ sign: ' ', text: `before ${at}`, at })),
      { sign: '+', text: 'new', at: 6 },
      { sign: ' ', text: 'after', at: 7 },
      { sign: '-', text: 'old', at: 8 },
    ])
  })
  it('shows all of them where that is asked', () => {
    expect(foldUnchanged(lines, true)).toHaveLength(lines.length)
  })
})
