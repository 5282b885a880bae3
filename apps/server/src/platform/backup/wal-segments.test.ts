import { expect, it } from 'vitest'
import { segmentsBetween } from './wal-segments.ts'

it('names the segments from one to another, over the end of a log file', () => {
  expect(segmentsBetween('000000010000000000000003', '000000010000000000000003')).toEqual(['000000010000000000000003'])
  expect(segmentsBetween('0000000200000000000000FE', '000000020000000100000001')).toEqual([
    '0000000200000000000000FE',
    '0000000200000000000000FF',
    '000000020000000100000000',
    '000000020000000100000001',
  ])
})

it.each([
  ['another timeline', '000000010000000000000003', '000000020000000000000004'],
  ['the wrong order', '000000010000000000000003', '000000010000000000000002'],
  ['no name of a segment', '00000001', '000000010000000000000002'],
])('refuses %s', (_what, first, last) => {
  expect(() => segmentsBetween(first, last)).toThrow(/no way|no segment/)
})
