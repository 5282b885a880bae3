import type { ScheduledJob } from '@millrace/contract'
import { type Repeat, type RepeatKind, parsePattern, type Weekday } from '@millrace/contract/schedules/pattern.rule'
import { toPattern } from '@millrace/contract/schedules/pattern.rule'
import type { PlannedTime } from '@millrace/contract/schedules/plan.rule'

/** Now, Later and Repeat as job kinds (IMP-016). */
export type PlanKind = 'immediate' | 'scheduled' | 'repeat'

/** The schedule selector's fields; what the kind does not need is absent. `date` is 'YYYY-MM-DD', `time` 'HH:mm'. */
export type PlanForm = {
  kind: PlanKind
  date?: string
  time?: string
  repeat?: RepeatKind
  minutes?: number
  hours?: number
  weekday?: Weekday
  day?: number
}

export const nowForm: PlanForm = { kind: 'immediate' }

/** Another kind starts empty: date, time and pattern are cleared (IMP-017). */
export const withKind = (kind: PlanKind): PlanForm => ({ kind })

/** Another way to repeat starts empty too. */
export const withRepeat = (repeat: RepeatKind): PlanForm => ({ kind: 'repeat', repeat })

/** Whether the job is a plan for later: what a pipeline has one of (D-73). */
export const isPlanned = (job: ScheduledJob | null): job is ScheduledJob =>
  job !== null && (job.kind === 'scheduled' || job.kind === 'repeat')

/**
 * The form as it shows a job: a pattern becomes time, weekday and day again (IMP-024). A job that has begun or is none
 * shows as Now.
 * @returns null for a kind there is not (IMP-041)
 */
export function formOf(job: ScheduledJob | null): PlanForm | null {
  if (job === null) return nowForm
  switch (job.kind) {
    case 'immediate':
    case 'sequential':
      return nowForm
    case 'scheduled':
      return { kind: 'scheduled', date: job.scheduledDate ?? undefined, time: job.scheduledTime ?? undefined }
    case 'repeat': {
      const repeat = parsePattern(job.repeatPattern ?? '')
      if (repeat === null) return withKind('repeat')
      const { kind, ...values } = repeat
      return { kind: 'repeat', repeat: kind, ...values }
    }
    default:
      return null
  }
}

/** The repeat the form describes; null until it is complete (IMP-020). */
function repeatOfForm({ repeat, minutes, hours, weekday, day, time }: PlanForm): Repeat | null {
  if (repeat === 'minutely') return minutes === undefined ? null : { kind: repeat, minutes }
  if (repeat === 'hourly') return hours === undefined ? null : { kind: repeat, hours }
  if (repeat === undefined || time === undefined) return null
  if (repeat === 'daily') return { kind: repeat, time }
  if (repeat === 'weekly') return weekday === undefined ? null : { kind: repeat, weekday, time }
  return day === undefined ? null : { kind: repeat, day, time }
}

/** When the import runs, as a start payload says it (IMP-018 to IMP-023); null until the form is complete. */
export function plannedOf(form: PlanForm): Exclude<PlannedTime, { kind: 'sequential' }> | null {
  if (form.kind === 'immediate') return { kind: 'immediate' }
  if (form.kind === 'scheduled') {
    const { date, time } = form
    return date === undefined || time === undefined
      ? null
      : { kind: 'scheduled', scheduledDate: date, scheduledTime: time }
  }
  const repeat = repeatOfForm(form)
  return repeat === null ? null : { kind: 'repeat', repeatPattern: toPattern(repeat) }
}

/** What is still to be chosen, in the order of the inputs; empty when the form is complete. */
export function findMissingFields(form: PlanForm): string[] {
  const needs = (value: unknown, text: string): string[] => (value === undefined ? [text] : [])
  const time = needs(form.time, 'Choose a time')
  if (form.kind === 'immediate') return []
  if (form.kind === 'scheduled') return [...needs(form.date, 'Choose a date'), ...time]
  switch (form.repeat) {
    case undefined:
      return ['Choose how often it repeats']
    case 'minutely':
      return needs(form.minutes, 'Choose the minutes')
    case 'hourly':
      return needs(form.hours, 'Choose the hours')
    case 'daily':
      return time
    case 'weekly':
      return [...needs(form.weekday, 'Choose a weekday'), ...time]
    case 'monthly':
      return [...needs(form.day, 'Choose a day of the month'), ...time]
  }
}

/** Tells two plans of a pipeline apart, and a plan from itself after an edit; 'none' without one. */
export const planKey = (job: ScheduledJob | null): string =>
  isPlanned(job)
    ? [job._id, job.kind, job.scheduledDate, job.scheduledTime, job.repeatPattern, ...(job.listPipelines ?? [])].join()
    : 'none'

/** Tells two lists of jobs apart by their plans, in whatever order they come. */
export const plansKey = (jobs: readonly (ScheduledJob | null)[]): string =>
  jobs.filter(isPlanned).map(planKey).toSorted().join('\n')
