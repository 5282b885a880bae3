import { formatDate } from '../../ui/format.ts'

const dayMs = 24 * 3600 * 1000

/** 'YYYY-MM-DD' of now in the platform zone. */
export const todayIn = (timeZone: string): string => formatDate(new Date().toISOString(), timeZone).slice(0, 10)

/**
 * Whether the date picker disables the day: everything before yesterday (IMP-026, D-81).
 * @param day and @param today as 'YYYY-MM-DD'
 */
export const isTooEarly = (day: string, today: string): boolean =>
  day < new Date(Date.parse(`${today}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)

const weekdayFormats = new Map<string, Intl.DateTimeFormat>()
/** 'Mon' in the zone. */
export function weekdayOf(iso: string, timeZone: string): string {
  let format = weekdayFormats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' })
    weekdayFormats.set(timeZone, format)
  }
  return format.format(new Date(iso))
}
