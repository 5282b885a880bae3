import { describe, expect, it } from 'vitest'
import { nextNight } from './next-night.ts'

describe('the next night', () => {
  it.each([
    ['2026-05-01T00:30:00Z', 'Europe/Paris', '2026-05-01T01:00:00.000Z'],
    ['2026-05-01T01:00:00Z', 'Europe/Paris', '2026-05-02T01:00:00.000Z'],
    ['2026-05-01T01:40:00Z', 'Europe/Paris', '2026-05-02T01:00:00.000Z'],
    ['2026-05-01T12:00:00Z', 'Asia/Kolkata', '2026-05-01T21:30:00.000Z'],
    // The clock goes from 02:00 to 03:00, and from 03:00 back to 02:00.
    ['2026-03-29T00:10:00Z', 'Europe/Paris', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T00:10:00Z', 'Europe/Paris', '2026-10-25T02:00:00.000Z'],
  ])('after %s in %s is %s', (after, zone, night) => {
    expect(nextNight(new Date(after), zone).toISOString()).toBe(night)
  })
})
