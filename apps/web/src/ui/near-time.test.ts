import { expect, it } from 'vitest'
import { nearTime } from './near-time.ts'

// A Thursday, 23:30 in Berlin.
const now = '2026-11-26T22:30:00.000Z'

it.each([
  ['2026-11-26T13:05:00.000Z', 'today 14:05'],
  ['2026-11-25T23:00:00.000Z', 'today 00:00'],
  ['2026-11-25T22:59:00.000Z', 'yesterday 23:59'],
  ['2026-11-24T13:05:00.000Z', '2026-11-24 14:05'],
  ['2026-11-26T23:00:00.000Z', 'tomorrow 00:00'],
  ['2026-11-30T05:15:00.000Z', 'Mon 06:15'],
  ['2026-12-02T05:15:00.000Z', 'Wed 06:15'],
  ['2026-12-03T05:15:00.000Z', '2026-12-03 06:15'],
])('%s is %s', (at, text) => {
  expect(nearTime(at, now, 'Europe/Berlin')).toBe(text)
})

it('counts days over a change of the clocks', () => {
  expect(nearTime('2026-10-24T10:00:00.000Z', '2026-10-25T22:30:00.000Z', 'Europe/Berlin')).toBe('yesterday 12:00')
})
