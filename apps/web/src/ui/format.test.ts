import { describe, expect, it } from 'vitest'
import { formatBytes, formatClock, formatCount, formatDate, formatDuration, setPlatformZone } from './format.ts'

describe('formats', () => {
  it('writes a moment in the platform zone, whatever the machine says', () => {
    expect(formatDate('2026-11-20T16:02:30.000Z', 'Europe/Berlin')).toBe('2026-11-20 17:02')
    expect(formatDate('2026-07-01T22:30:00.000Z', 'Asia/Tokyo')).toBe('2026-07-02 07:30')
    setPlatformZone('America/New_York')
    expect(formatDate('2026-11-20T00:05:00.000Z')).toBe('2026-11-19 19:05')
    expect(formatDate('2026-11-20T05:00:00.000Z')).toBe('2026-11-20 00:00')
  })
  it('writes nothing for no moment', () => {
    expect(formatDate(null)).toBe('-')
    expect(formatDate('no date')).toBe('-')
  })
  it('writes the time of a log line to the millisecond', () => {
    expect(formatClock('2026-11-20T16:02:03.045Z', 'Europe/Berlin')).toBe('17:02:03.045')
  })
  it.each([
    [512, '512 B'],
    [1536, '1.5 KiB'],
    [20_185_088, '19.25 MiB'],
    [20 * 1024 ** 2, '20.00 MiB'],
    [3 * 1024 ** 3, '3.0 GiB'],
  ])('writes %i bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
  it('writes counts and durations', () => {
    expect(formatCount(100000)).toBe('100,000')
    const from = '2026-11-20T16:00:00.000Z'
    expect(formatDuration(from, '2026-11-20T16:00:00.850Z')).toBe('850 ms')
    expect(formatDuration(from, '2026-11-20T16:00:12.400Z')).toBe('12.4 s')
    expect(formatDuration(from, '2026-11-20T16:03:05.000Z')).toBe('3 min 05 s')
    expect(formatDuration(from, '2026-11-20T17:02:00.000Z')).toBe('1 h 02 min')
  })
})
