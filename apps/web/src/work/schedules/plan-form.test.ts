import { toPattern, parsePattern } from '@millrace/contract/schedules/pattern.rule'
import { describe, expect, it } from 'vitest'
import { exampleJob } from '../imports/imports.examples.ts'
import { isTooEarly } from './plan-days.ts'
import { formOf, findMissingFields, type PlanForm, planKey, plannedOf, withKind, withRepeat } from './plan-form.ts'

const repeat = (form: Omit<PlanForm, 'kind'>): PlanForm => ({ kind: 'repeat', ...form })

describe('the form', () => {
  it('IMP-016/ui IMP-017/ui another kind clears date, time and pattern and is not complete', () => {
    expect(withKind('scheduled')).toEqual({ kind: 'scheduled' })
    expect(withKind('repeat')).toEqual({ kind: 'repeat' })
    expect(plannedOf(withKind('scheduled'))).toBeNull()
    expect(plannedOf(withKind('repeat'))).toBeNull()
    expect(plannedOf(withRepeat('weekly'))).toBeNull()
    expect(plannedOf(withKind('immediate'))).toEqual({ kind: 'immediate' })
  })

  it('IMP-019/ui Later needs a date and a time', () => {
    expect(findMissingFields({ kind: 'scheduled' })).toEqual(['Choose a date', 'Choose a time'])
    expect(findMissingFields({ kind: 'scheduled', date: '2026-12-01' })).toEqual(['Choose a time'])
    expect(plannedOf({ kind: 'scheduled', time: '06:15' })).toBeNull()
    expect(plannedOf({ kind: 'scheduled', date: '2026-12-01', time: '06:15' })).toEqual({
      kind: 'scheduled',
      scheduledDate: '2026-12-01',
      scheduledTime: '06:15',
    })
  })

  it.each<[PlanForm, string[]]>([
    [repeat({}), ['Choose how often it repeats']],
    [repeat({ repeat: 'minutely' }), ['Choose the minutes']],
    [repeat({ repeat: 'hourly' }), ['Choose the hours']],
    [repeat({ repeat: 'daily' }), ['Choose a time']],
    [repeat({ repeat: 'weekly' }), ['Choose a weekday', 'Choose a time']],
    [repeat({ repeat: 'weekly', weekday: 'mon' }), ['Choose a time']],
    [repeat({ repeat: 'weekly', time: '06:15' }), ['Choose a weekday']],
    [repeat({ repeat: 'monthly' }), ['Choose a day of the month', 'Choose a time']],
    [repeat({ repeat: 'monthly', day: 4 }), ['Choose a time']],
    [repeat({ repeat: 'monthly', time: '06:15' }), ['Choose a day of the month']],
  ])('IMP-020/ui Repeat is not complete: %j', (form, missing) => {
    expect(findMissingFields(form)).toEqual(missing)
    expect(plannedOf(form)).toBeNull()
  })

  it.each<[PlanForm, string]>([
    [repeat({ repeat: 'minutely', minutes: 45 }), 'M 45'],
    [repeat({ repeat: 'hourly', hours: 23 }), 'H 23'],
    [repeat({ repeat: 'daily', time: '23:45' }), '45 23 * * *'],
    [repeat({ repeat: 'weekly', weekday: 'sun', time: '00:00' }), '0 0 * * 0'],
    [repeat({ repeat: 'weekly', weekday: 'sat', time: '06:15' }), '15 6 * * 6'],
    [repeat({ repeat: 'monthly', day: 31, time: '06:30' }), '30 6 31 * *'],
  ])('IMP-022/ui IMP-023/ui IMP-024/ui %j is stored as %s and read back', (form, repeatPattern) => {
    expect(findMissingFields(form)).toEqual([])
    expect(plannedOf(form)).toEqual({ kind: 'repeat', repeatPattern })
    expect(formOf(exampleJob({ kind: 'repeat', repeatPattern }))).toEqual(form)
    expect(toPattern(parsePattern(repeatPattern) as never)).toBe(repeatPattern)
  })

  it('reads a Later job with its date and time, and any begun job as Now', () => {
    const later = exampleJob({ kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:15' })
    expect(formOf(later)).toEqual({ kind: 'scheduled', date: '2026-12-01', time: '06:15' })
    expect(formOf(exampleJob({ kind: 'immediate' }))).toEqual({ kind: 'immediate' })
    expect(formOf(null)).toEqual({ kind: 'immediate' })
  })

  it('IMP-025/ui a pattern that is not offered has to be chosen anew', () => {
    expect(formOf(exampleJob({ kind: 'repeat', repeatPattern: 'M 7' }))).toEqual({ kind: 'repeat' })
    expect(formOf(exampleJob({ kind: 'repeat', repeatPattern: '*/5 * * * *' }))).toEqual({ kind: 'repeat' })
  })

  it('IMP-041/ui knows no other kind', () => {
    expect(formOf(exampleJob({ kind: 'someday' as never }))).toBeNull()
  })
})

it('a plan has another key once anything of it is edited', () => {
  const job = exampleJob({ kind: 'repeat', repeatPattern: 'M 15' })
  expect(planKey(job)).toBe(planKey({ ...job, lastExecuted: '2026-11-20T16:10:00.000Z' }))
  expect(planKey(job)).not.toBe(planKey({ ...job, repeatPattern: 'M 30' }))
  expect(planKey(job)).not.toBe(planKey({ ...job, listPipelines: ['fr'] }))
  expect(planKey(null)).toBe(planKey(exampleJob({ kind: 'immediate' })))
})

it('IMP-026/ui days before yesterday are too early, over the ends of months and years', () => {
  expect(isTooEarly('2026-11-20', '2026-11-21')).toBe(false)
  expect(isTooEarly('2026-11-19', '2026-11-21')).toBe(true)
  expect(isTooEarly('2026-12-31', '2027-01-01')).toBe(false)
  expect(isTooEarly('2026-12-30', '2027-01-01')).toBe(true)
  expect(isTooEarly('2030-01-01', '2026-11-21')).toBe(false)
})
