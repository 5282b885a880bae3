import { describe, expect, it } from 'vitest'
import { readStartTime } from './start-time.ts'

describe('--at and --every', () => {
  it.each([
    ['30 minutes', 'M 30'],
    ['2 hours', 'H 2'],
    ['1 hour', 'H 1'],
    ['daily 02:15', '15 2 * * *'],
    ['weekly mon 03:00', '0 3 * * 1'],
    ['Weekly Sunday 03:00', '0 3 * * 0'],
    ['monthly 31 06:00', '0 6 31 * *'],
  ])('every %s is %s', (every, repeatPattern) => {
    expect(readStartTime({ every })).toEqual({ kind: 'repeat', repeatPattern })
  })

  it('at a day and time is one run, neither is now', () => {
    const planned = { kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:15' }
    expect(readStartTime({ at: '2026-12-01 06:15' })).toEqual(planned)
    expect(readStartTime({ at: '2026-12-01T06:15' })).toEqual(planned)
    expect(readStartTime({})).toEqual({ kind: 'immediate' })
  })

  it.each([
    [{ every: '20 minutes' }, /minutes are 15, 30, 45$/],
    [{ every: '24 hours' }, /hours are 1 to 23$/],
    [{ every: 'daily 02:10' }, /quarter hour/],
    [{ every: 'weekly noday 03:00' }, /one of mon, tue/],
    [{ every: 'monthly 32 03:00' }, /1 to 31$/],
    [{ every: 'now and then' }, /write '30 minutes'/],
    [{ every: 'constructor' }, /write '30 minutes'/],
    [{ at: '1.12.2026 06:15' }, /write 'YYYY-MM-DD HH:mm'/],
    [{ at: '2026-12-01 06:10' }, /quarter hour/],
    [{ at: '2026-12-01 06:15 UTC' }, /write 'YYYY-MM-DD HH:mm'/],
    [{ at: '2026-12-01 06:15', every: '2 hours' }, /not both/],
  ])('%o is refused with what to write', (options, hint) => {
    expect(() => readStartTime(options)).toThrow(hint)
  })
})
