import { formatDate } from './format.ts'

const dayMs = 86_400_000
/** Days ahead that are told by their weekday: the seventh has today's. */
const weekdaysAhead = 6
const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })

/**
 * A moment as seen from another, in a zone: 'today 14:05', 'yesterday 14:05', 'tomorrow 06:15', within the next week
 * 'Mon 06:15', else '2026-11-10 06:15'.
 */
export function nearTime(at: string, now: string, timeZone: string): string {
  const text = formatDate(at, timeZone)
  const [day = '', time = ''] = text.split(' ')
  const start = Date.parse(`${day}T00:00:00Z`)
  const days = Math.round((start - Date.parse(`${formatDate(now, timeZone).slice(0, 10)}T00:00:00Z`)) / dayMs)
  if (days === 0) return `today ${time}`
  if (days === -1) return `yesterday ${time}`
  if (days === 1) return `tomorrow ${time}`
  return days > 1 && days <= weekdaysAhead ? `${weekday.format(start)} ${time}` : text
}
