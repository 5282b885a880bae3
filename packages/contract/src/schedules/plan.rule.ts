import type { JobStart } from './schedules.messages.ts'
import { parsePattern, timeChoices } from './pattern.rule.ts'

/** Next runs that a plan shows, at most. */
export const nextRunsShown = 10

/** When a job runs, as a start payload says it: the kinds a person plans, and those that begin at once. */
export type PlannedTime =
  | { kind: 'immediate' | 'sequential' }
  | { kind: 'scheduled'; scheduledDate: string; scheduledTime: string }
  | { kind: 'repeat'; repeatPattern: string }

/**
 * Reads the time of a start payload (IMP-018 to IMP-020, D-83).
 * @returns `unknown` for a kind there is not (IMP-041), `missing` with the names of absent or unacceptable fields
 */
export function parsePlannedTime(start: JobStart): PlannedTime | { unknown: true } | { missing: string[] } {
  const kind = start.kind ?? start.jobKind
  if (kind === undefined) return { missing: ['kind'] }
  if (kind === 'immediate' || kind === 'sequential') return { kind }
  if (kind === 'scheduled') {
    const { scheduledDate = '', scheduledTime = '' } = start
    const missing = [
      ...(isDate(scheduledDate) ? [] : ['scheduledDate']),
      ...(timeChoices.includes(scheduledTime) ? [] : ['scheduledTime']),
    ]
    return missing.length > 0 ? { missing } : { kind, scheduledDate, scheduledTime }
  }
  if (kind === 'repeat') {
    const { repeatPattern = '' } = start
    return parsePattern(repeatPattern) === null ? { missing: ['repeatPattern'] } : { kind, repeatPattern }
  }
  return { unknown: true }
}

/** 'YYYY-MM-DD' of a day there is. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
