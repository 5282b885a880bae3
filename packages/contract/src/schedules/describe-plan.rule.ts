import { parsePattern, type Weekday } from './pattern.rule.ts'
import { parsePlannedTime, type PlannedTime } from './plan.rule.ts'

const weekdayNames: { [name in Weekday]: string } = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/**
 * The plan as a person would say it: 'Every Monday at 06:15', 'On 2026-12-01 at 06:15', 'Now'.
 * @throws RangeError for a pattern there is not
 */
export function describePlan(planned: PlannedTime): string {
  if (planned.kind === 'scheduled') return `On ${planned.scheduledDate} at ${planned.scheduledTime}`
  if (planned.kind !== 'repeat') return 'Now'
  const repeat = parsePattern(planned.repeatPattern)
  if (repeat === null) throw new RangeError(`'${planned.repeatPattern}' is no repeat pattern`)
  switch (repeat.kind) {
    case 'minutely':
      return `Every ${repeat.minutes} minutes`
    case 'hourly':
      return repeat.hours === 1 ? 'Every hour' : `Every ${repeat.hours} hours`
    case 'daily':
      return `Every day at ${repeat.time}`
    case 'weekly':
      return `Every ${weekdayNames[repeat.weekday]} at ${repeat.time}`
    case 'monthly':
      return `Once a month on day ${repeat.day} at ${repeat.time}`
  }
}

/** When a stored job runs: its fields as they are kept, null where there is none. */
export type StoredPlan = {
  kind: string | null
  scheduledDate: string | null
  scheduledTime: string | null
  repeatPattern: string | null
}

/** The plan of a stored job as a person would say it; null for what is no plan. */
export function describeStoredPlan({ kind, scheduledDate, scheduledTime, repeatPattern }: StoredPlan): string | null {
  if (kind !== 'scheduled' && kind !== 'repeat') return null
  const planned = parsePlannedTime({
    kind,
    scheduledDate: scheduledDate ?? '',
    scheduledTime: scheduledTime ?? '',
    repeatPattern: repeatPattern ?? '',
  })
  return 'kind' in planned ? describePlan(planned) : null
}
