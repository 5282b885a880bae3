import { Temporal } from 'temporal-polyfill'
import { type Repeat, parsePattern, weekdays } from './pattern.rule.ts'

/** When a plan runs. An equal spacing ('M n', 'H n') is counted from `anchor`, the instant the plan was made or changed. */
export type Schedule =
  | { kind: 'scheduled'; scheduledDate: string; scheduledTime: string }
  | { kind: 'repeat'; repeatPattern: string; anchor: Date }

/**
 * The due instants of a plan that follow `after`, earliest first (IMP-048, G10). A local time that a change of the
 * zone's offset leaves out is due at the instant the offset before the change gives; one that occurs twice is due the
 * first time only. A monthly plan is not due in a month without its day (IMP-031).
 * @param timeZone IANA zone in which date, time and pattern are read
 * @param count how many at most; a scheduled plan has one at most
 * @throws RangeError for a pattern, date or zone there is not
 */
export function nextRuns(schedule: Schedule, timeZone: string, after: Date, count: number): Date[] {
  if (count <= 0) return []
  if (schedule.kind === 'scheduled') {
    const time = Temporal.PlainTime.from(schedule.scheduledTime)
    const due = instantOf(Temporal.PlainDate.from(schedule.scheduledDate), time, timeZone)
    return due > after.getTime() ? [new Date(due)] : []
  }
  const repeat = parsePattern(schedule.repeatPattern)
  if (repeat === null) throw new RangeError(`'${schedule.repeatPattern}' is no repeat pattern`)
  const spacing = spacingOf(repeat)
  return spacing === null
    ? daysAfter(repeat, timeZone, after.getTime(), count)
    : spacedAfter(schedule.anchor.getTime(), spacing, after.getTime(), count)
}

/** Milliseconds between two runs of an equal spacing; null for patterns that name a time of day. */
function spacingOf(repeat: Repeat): number | null {
  if (repeat.kind === 'minutely') return repeat.minutes * 60_000
  return repeat.kind === 'hourly' ? repeat.hours * 3_600_000 : null
}

function spacedAfter(anchor: number, spacing: number, after: number, count: number): Date[] {
  const first = Math.max(1, Math.floor((after - anchor) / spacing) + 1)
  return Array.from({ length: count }, (_, n) => new Date(anchor + (first + n) * spacing))
}

function daysAfter(repeat: Repeat, timeZone: string, after: number, count: number): Date[] {
  const runs: Date[] = []
  const time = Temporal.PlainTime.from('time' in repeat ? repeat.time : '00:00')
  // A run that a change of offset moves belongs to an earlier day than the one it falls on, by a day at most.
  const today = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone).toPlainDate()
  let last = after
  for (const day of daysOf(repeat, today.subtract({ days: 2 }))) {
    const due = instantOf(day, time, timeZone)
    // Of a day that the zone leaves out altogether the run falls on that of the day after: it is one run.
    if (due <= last) continue
    runs.push(new Date(due))
    if (runs.length === count) break
    last = due
  }
  return runs
}

/** The days a pattern names, from `from` on, without end. */
function* daysOf(repeat: Repeat, from: Temporal.PlainDate): Generator<Temporal.PlainDate, void> {
  if (repeat.kind === 'monthly') {
    for (let month = from.toPlainYearMonth(); ; month = month.add({ months: 1 })) {
      if (repeat.day <= month.daysInMonth) yield month.toPlainDate({ day: repeat.day })
    }
  }
  const weekday = repeat.kind === 'weekly' ? weekdays.indexOf(repeat.weekday) + 1 : from.dayOfWeek
  const step = { days: repeat.kind === 'weekly' ? 7 : 1 }
  const first = from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
  for (let day = first; ; day = day.add(step)) yield day
}

/** Milliseconds since the epoch of a local time; 'compatible' is the rule of G10 for times left out or doubled. */
const instantOf = (day: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): number =>
  day.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
