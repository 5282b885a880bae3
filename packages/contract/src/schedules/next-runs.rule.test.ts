import { describe, expect, it } from 'vitest'
import { nextRuns, type Schedule } from './next-runs.rule.ts'

const repeat = (repeatPattern: string, anchor = '2026-01-01T00:00:00Z'): Schedule => ({
  kind: 'repeat',
  repeatPattern,
  anchor: new Date(anchor),
})
const later = (scheduledDate: string, scheduledTime: string): Schedule => ({
  kind: 'scheduled',
  scheduledDate,
  scheduledTime,
})
const runs = (schedule: Schedule, zone: string, after: string, count: number): string[] =>
  nextRuns(schedule, zone, new Date(after), count).map((run) => run.toISOString().replace(':00.000', ''))

describe('IMP-048/engine a Later plan', () => {
  it('is due once, at its local date and time', () => {
    expect(runs(later('2026-12-01', '06:15'), 'Europe/Paris', '2026-11-21T00:00:00Z', 10)).toEqual([
      '2026-12-01T05:15Z',
    ])
    expect(runs(later('2026-12-01', '06:15'), 'Asia/Kathmandu', '2026-11-21T00:00:00Z', 10)).toEqual([
      '2026-12-01T00:30Z',
    ])
  })
  it('is not due any more at its instant or after', () => {
    expect(runs(later('2026-12-01', '06:15'), 'Europe/Paris', '2026-12-01T05:15:00Z', 10)).toEqual([])
    expect(runs(later('2026-12-01', '06:15'), 'Europe/Paris', '2026-12-01T05:14:59.999Z', 10)).toHaveLength(1)
  })
})

describe('IMP-048/engine a repeat', () => {
  it.each<[string, string, string, string[]]>([
    // Monday, 23 November.
    ['weekly', '15 6 * * 1', '2026-11-21T12:00:00Z', ['2026-11-23T05:15Z', '2026-11-30T05:15Z', '2026-12-07T05:15Z']],
    ['weekly, by name', '15 6 * * mon', '2026-11-23T05:15:00Z', ['2026-11-30T05:15Z', '2026-12-07T05:15Z']],
    ['weekly, Sunday as 0', '0 0 * * 0', '2026-11-21T12:00:00Z', ['2026-11-21T23:00Z', '2026-11-28T23:00Z']],
    ['weekly, Sunday as 7', '0 0 * * 7', '2026-11-21T12:00:00Z', ['2026-11-21T23:00Z']],
    ['daily', '45 23 * * *', '2026-11-21T22:45:00Z', ['2026-11-22T22:45Z', '2026-11-23T22:45Z']],
    ['monthly', '0 6 1 * *', '2026-11-21T12:00:00Z', ['2026-12-01T05:00Z', '2027-01-01T05:00Z']],
  ])('%s', (_what, pattern, after, due) => {
    expect(runs(repeat(pattern), 'Europe/Paris', after, due.length)).toEqual(due)
  })

  it('every n minutes or hours keeps its spacing from the anchor, through changes of the clock too', () => {
    const anchor = '2026-03-28T23:07:03.000Z'
    const spaced = (pattern: string, after: string, count: number) =>
      nextRuns(repeat(pattern, anchor), 'Europe/Paris', new Date(after), count).map((run) => run.toISOString())
    expect(spaced('M 45', anchor, 3)).toEqual([
      '2026-03-28T23:52:03.000Z',
      '2026-03-29T00:37:03.000Z',
      '2026-03-29T01:22:03.000Z',
    ])
    expect(spaced('H 23', '2026-03-29T22:07:03.000Z', 2)).toEqual([
      '2026-03-30T21:07:03.000Z',
      '2026-03-31T20:07:03.000Z',
    ])
    expect(spaced('H 1', '2027-03-28T23:07:02.999Z', 1)).toEqual(['2027-03-28T23:07:03.000Z'])
  })

  it('a spacing is never due at or before its anchor', () => {
    expect(runs(repeat('M 15'), 'Europe/Paris', '2020-01-01T00:00:00Z', 1)).toEqual(['2026-01-01T00:15Z'])
  })

  it('refuses a pattern and a zone there is not', () => {
    expect(() => runs(repeat('M 7'), 'Europe/Paris', '2026-01-01T00:00:00Z', 1)).toThrow(RangeError)
    expect(() => runs(repeat('0 0 * * *'), 'Europe/Nowhere', '2026-01-01T00:00:00Z', 1)).toThrow(RangeError)
  })
})

describe('IMP-031/engine a monthly plan is not due in a month without its day', () => {
  it.each<[number, string, string[]]>([
    [31, '2027-01-31T12:00:00Z', ['2027-03-31T06:00Z', '2027-05-31T06:00Z', '2027-07-31T06:00Z', '2027-08-31T06:00Z']],
    [30, '2027-01-30T12:00:00Z', ['2027-03-30T06:00Z', '2027-04-30T06:00Z']],
    [29, '2027-01-29T12:00:00Z', ['2027-03-29T06:00Z']],
    [29, '2028-01-29T12:00:00Z', ['2028-02-29T06:00Z', '2028-03-29T06:00Z']],
  ])('day %i after %s', (day, after, due) => {
    expect(runs(repeat(`0 6 ${day} * *`), 'UTC', after, due.length)).toEqual(due)
  })
})

describe('GUARANTEE G10 local times that are left out or doubled', () => {
  it('a time left out is due at the instant of the offset before the change, and the next day at its time again', () => {
    // 02:00 becomes 03:00: 02:30 at +01:00 is 03:30 at +02:00.
    expect(runs(repeat('30 2 * * *'), 'Europe/Paris', '2027-03-27T12:00:00Z', 2)).toEqual([
      '2027-03-28T01:30Z',
      '2027-03-29T00:30Z',
    ])
    expect(runs(later('2027-03-28', '02:30'), 'Europe/Paris', '2027-03-27T12:00:00Z', 1)).toEqual(['2027-03-28T01:30Z'])
    // Half an hour is left out.
    expect(runs(repeat('15 2 * * *'), 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 2)).toEqual([
      '2026-10-03T15:45Z',
      '2026-10-04T15:15Z',
    ])
    // Midnight itself is left out.
    expect(runs(repeat('0 0 * * 0'), 'America/Sao_Paulo', '2018-11-03T12:00:00Z', 1)).toEqual(['2018-11-04T03:00Z'])
  })

  it('a time that occurs twice is due the first time only', () => {
    expect(runs(repeat('30 2 * * *'), 'Europe/Paris', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ])
    // Asked between the two, it is the day after's turn.
    expect(runs(repeat('30 2 * * *'), 'Europe/Paris', '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-26T01:30Z'])
    expect(runs(later('2026-10-25', '02:30'), 'Europe/Paris', '2026-10-25T00:45:00Z', 1)).toEqual([])
  })

  it('a day left out is due once, with the day after', () => {
    expect(runs(repeat('0 6 * * *'), 'Pacific/Apia', '2011-12-29T00:00:00Z', 3)).toEqual([
      '2011-12-29T16:00Z',
      '2011-12-30T16:00Z',
      '2011-12-31T16:00Z',
    ])
    expect(runs(repeat('0 6 30 * *'), 'Pacific/Apia', '2011-12-29T00:00:00Z', 2)).toEqual([
      '2011-12-30T16:00Z',
      '2012-01-29T16:00Z',
    ])
    // Asked when it is Saturday already, the Friday that was left out is still to come.
    expect(runs(repeat('0 6 * * 5'), 'Pacific/Apia', '2011-12-30T10:30:00Z', 2)).toEqual([
      '2011-12-30T16:00Z',
      '2012-01-05T16:00Z',
    ])
  })
})
