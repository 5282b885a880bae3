import { describe, expect, it } from 'vitest'
import { countRows, rowAt, rowOfLine, runOfRow } from './log-rows.ts'

/** Six lines of three runs: a, a, a, b, c, c. */
const starts = [0, 3, 4]
const drawn = ['# 0', 'line 0', 'line 1', 'line 2', '# 3', 'line 3', '# 4', 'line 4', 'line 5']

describe('rows of a log with headings', () => {
  it('a heading stands before the first line of each run', () => {
    const rows = Array.from({ length: countRows(6, starts) }, (_, row) => rowAt(row, starts))
    expect(rows.map(({ heading, line }) => `${heading ? '#' : 'line'} ${line}`)).toEqual(drawn)
  })

  it('lines are found in them', () => {
    expect([0, 1, 2, 3, 4, 5].map((line) => rowOfLine(line, starts))).toEqual([1, 2, 3, 5, 7, 8])
    expect(drawn.map((_, row) => runOfRow(row, starts))).toEqual([0, 0, 0, 0, 3, 3, 4, 4, 4])
  })

  it('are lines alone without headings', () => {
    expect(countRows(6, [])).toBe(6)
    expect(rowAt(4, [])).toEqual({ heading: false, line: 4 })
    expect(rowOfLine(4, [])).toBe(4)
    expect(runOfRow(4, [])).toBeUndefined()
  })
})
