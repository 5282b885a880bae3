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
 * @returns `unknown` for a kind there is not (IMP-041), `missing` with the names of absent fields, else `invalid` with
 * those of fields that say what is not offered
 */
export function parsePlannedTime(
  start: JobStart,
): PlannedTime | { unknown: true } | { missing: string[] } | { invalid: string[] } {
  const kind = start.kind ?? start.jobKind
  if (kind === undefined) return { missing: ['kind'] }
  if (kind === 'immediate' || kind === 'sequential') return { kind }
  if (kind === 'scheduled') {
    const { scheduledDate = '', scheduledTime = '' } = start
    const isValid = { scheduledDate: isDate(scheduledDate), scheduledTime: timeChoices.includes(scheduledTime) }
    return findFaults({ scheduledDate, scheduledTime }, isValid) ?? { kind, scheduledDate, scheduledTime }
  }
  if (kind === 'repeat') {
    const { repeatPattern = '' } = start
    const isValid = { repeatPattern: parsePattern(repeatPattern) !== null }
    return findFaults({ repeatPattern }, isValid) ?? { kind, repeatPattern }
  }
  return { unknown: true }
}

/** Fields without a text are missing; where all have one, those that are not valid are named. */
function findFaults<F extends string>(
  fields: Record<F, string>,
  isValid: Record<F, boolean>,
): { missing: string[] } | { invalid: string[] } | null {
  const names = Object.keys(fields) as F[]
  const missing = names.filter((name) => fields[name].trim() === '')
  if (missing.length > 0) return { missing }
  const invalid = names.filter((name) => !isValid[name])
  return invalid.length > 0 ? { invalid } : null
}

/** Years after it are slips of the keyboard, and some zones' rules end there. */
export const maxPlanYear = 2199

/** 'YYYY-MM-DD' of a day there is, up to the last year that is planned. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getUTCFullYear() <= maxPlanYear
}
