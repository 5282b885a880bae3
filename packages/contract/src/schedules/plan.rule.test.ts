import { describe, expect, it } from 'vitest'
import { parsePlannedTime } from './plan.rule.ts'
import type { JobStart } from './schedules.messages.ts'

describe('the time of a start payload', () => {
  it.each<[JobStart, ReturnType<typeof parsePlannedTime>]>([
    [{ kind: 'immediate' }, { kind: 'immediate' }],
    [{ jobKind: 'sequential' }, { kind: 'sequential' }],
    [{ kind: 'immediate', jobKind: 'repeat' }, { kind: 'immediate' }],
    [
      { kind: 'scheduled', scheduledDate: '2028-02-29', scheduledTime: '23:45' },
      { kind: 'scheduled', scheduledDate: '2028-02-29', scheduledTime: '23:45' },
    ],
    [
      { kind: 'scheduled', scheduledDate: '2199-12-31', scheduledTime: '23:45' },
      { kind: 'scheduled', scheduledDate: '2199-12-31', scheduledTime: '23:45' },
    ],
    [
      { kind: 'repeat', repeatPattern: '15 6 * * 1', scheduledDate: '2026-12-01' },
      { kind: 'repeat', repeatPattern: '15 6 * * 1' },
    ],
  ])('%j is %j', (start, time) => {
    expect(parsePlannedTime(start)).toEqual(time)
  })

  it.each<[JobStart, string[]]>([
    [{}, ['kind']],
    [{ kind: 'scheduled' }, ['scheduledDate', 'scheduledTime']],
    [{ kind: 'scheduled', scheduledDate: '2026-12-01' }, ['scheduledTime']],
    [{ kind: 'scheduled', scheduledTime: '06:15' }, ['scheduledDate']],
    [{ kind: 'repeat' }, ['repeatPattern']],
    [{ kind: 'scheduled', scheduledDate: ' ', scheduledTime: '25:00' }, ['scheduledDate']],
    [{ kind: 'repeat', repeatPattern: ' ' }, ['repeatPattern']],
  ])('%j misses %j', (start, missing) => {
    expect(parsePlannedTime(start)).toEqual({ missing })
  })

  it.each<[JobStart, string[]]>([
    [{ kind: 'scheduled', scheduledDate: '2027-02-29', scheduledTime: '06:15' }, ['scheduledDate']],
    [{ kind: 'scheduled', scheduledDate: '2026-13-01', scheduledTime: '06:15' }, ['scheduledDate']],
    [{ kind: 'scheduled', scheduledDate: '01/12/2026', scheduledTime: '06:15' }, ['scheduledDate']],
    [{ kind: 'scheduled', scheduledDate: '2200-01-01', scheduledTime: '06:15' }, ['scheduledDate']],
    [{ kind: 'scheduled', scheduledDate: '9999-12-31', scheduledTime: '06:15' }, ['scheduledDate']],
    [{ kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:16' }, ['scheduledTime']],
    [{ kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '24:00' }, ['scheduledTime']],
    [{ kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '6:15' }, ['scheduledTime']],
    [{ kind: 'scheduled', scheduledDate: 'soon', scheduledTime: '6' }, ['scheduledDate', 'scheduledTime']],
    [{ kind: 'repeat', repeatPattern: '*/5 * * * *' }, ['repeatPattern']],
    [{ kind: 'repeat', repeatPattern: ' 15 6 * * 1' }, ['repeatPattern']],
  ])('%j says what is not offered in %j', (start, invalid) => {
    expect(parsePlannedTime(start)).toEqual({ invalid })
  })

  it.each(['', 'later', 'Immediate', 'constructor'])("there is no kind '%s'", (kind) => {
    expect(parsePlannedTime({ kind })).toEqual({ unknown: true })
  })
})
