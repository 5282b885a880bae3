import { describe, expect, it } from 'vitest'
import { endOfDay, isDay, startOfDay } from './platform-day.ts'

describe('days of a zone', () => {
  it.each([
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['2026-11-20', 'Europe/Paris', '2026-11-19T23:00:00.000Z', '2026-11-20T22:59:59.999Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z', '2026-11-20T18:14:59.999Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z', '2026-11-20T09:59:59.999Z'],
    // 23 and 25 hours long.
    ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Days that begin at 1 o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ])('%s in %s goes from %s to %s', (day, zone, from, to) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([from, to])
  })

  it.each(['2026-02-30', '2026-13-01', '20.11.2026', 'today', '', '2026-1-1'])('%j is no day', (text) => {
    expect(isDay(text)).toBe(false)
  })
})
