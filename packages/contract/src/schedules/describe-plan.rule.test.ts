import { expect, it } from 'vitest'
import { describePlan, describeStoredPlan } from './describe-plan.rule.ts'
import type { PlannedTime } from './plan.rule.ts'

const repeat = (repeatPattern: string): PlannedTime => ({ kind: 'repeat', repeatPattern })

it.each<[PlannedTime, string]>([
  [{ kind: 'immediate' }, 'Now'],
  [{ kind: 'sequential' }, 'Now'],
  [{ kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:15' }, 'On 2026-12-01 at 06:15'],
  [repeat('M 30'), 'Every 30 minutes'],
  [repeat('H 1'), 'Every hour'],
  [repeat('H 5'), 'Every 5 hours'],
  [repeat('0 0 * * *'), 'Every day at 00:00'],
  [repeat('15 6 * * 1'), 'Every Monday at 06:15'],
  [repeat('45 23 * * 0'), 'Every Sunday at 23:45'],
  [repeat('0 6 31 * *'), 'Once a month on day 31 at 06:00'],
])('%j reads %s', (planned, sentence) => {
  expect(describePlan(planned)).toBe(sentence)
})

it('refuses a pattern there is not', () => {
  expect(() => describePlan(repeat('M 7'))).toThrow("'M 7' is no repeat pattern")
})

it.each([
  ['a later one', { kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:15' }, 'On 2026-12-01 at 06:15'],
  ['a repeat', { kind: 'repeat', repeatPattern: '15 6 * * 1' }, 'Every Monday at 06:15'],
  ['a repeat without its pattern', { kind: 'repeat' }, null],
  ['a job that was no plan', { kind: 'immediate' }, null],
  ['no job', { kind: null }, null],
])('JOB-005/api a stored job is told as its plan: %s', (_, stored, sentence) => {
  const nothing = { scheduledDate: null, scheduledTime: null, repeatPattern: null }
  expect(describeStoredPlan({ ...nothing, ...stored })).toBe(sentence)
})
