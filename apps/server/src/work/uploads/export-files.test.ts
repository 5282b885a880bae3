import { describe, expect, it } from 'vitest'
import { toEntryNames, toEntryName } from './export-files.ts'
import { labelOf } from '../../platform/files/file-label.ts'

describe('names inside an archive', () => {
  it('EXP-007/api numbers equal names before their ending, ignoring case', () => {
    expect(toEntryNames(['a.csv', 'a.csv', 'A.csv', 'b', 'b', 'a (1).csv'])).toEqual([
      'a.csv',
      'a (1).csv',
      'A (2).csv',
      'b',
      'b (1)',
      'a (1) (1).csv',
    ])
  })
  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\temp\\a.csv', 'C__temp_a.csv'],
    ['..', '_'],
    ['', 'file'],
    ['a\u0000b.csv', 'a_b.csv'],
    ['Räder 1.csv', 'Räder 1.csv'],
  ])('S10 %j becomes the plain name %j', (name, expected) => {
    expect(toEntryName(name)).toBe(expected)
  })
})

describe('labelOf', () => {
  it.each([
    ['/tmp/x/a.csv', 'a.csv'],
    ['C:\\x\\a.csv', 'a.csv'],
    ['a\r\nb.csv', 'ab.csv'],
    [' a.csv ', 'a.csv'],
  ])('%j is shown as %j', (name, expected) => {
    expect(labelOf(name)).toBe(expected)
  })
  it('cuts a long name before its ending', () => {
    const label = labelOf(`${'ü'.repeat(300)}.csv`)
    expect(label).toHaveLength(255)
    expect(label).toMatch(/ü\.csv$/)
  })
})
