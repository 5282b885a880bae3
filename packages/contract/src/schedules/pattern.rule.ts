import { texts } from '../errors.ts'

/** Kinds of repeat (IMP-021), in the order they are offered. */
export const repeatKinds = ['minutely', 'hourly', 'daily', 'weekly', 'monthly'] as const
export type RepeatKind = (typeof repeatKinds)[number]

/** Monday first, as offered; stored as 0 to 6 with Sunday 0 (D-79). */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** The offered values, and the only ones accepted (IMP-025, D-78). */
export const minuteChoices = [15, 30, 45] as const
export const hourChoices: readonly number[] = Array.from({ length: 23 }, (_, n) => n + 1)
export const dayChoices: readonly number[] = Array.from({ length: 31 }, (_, n) => n + 1)
/** '00:00' to '23:45' in quarter hours (IMP-027). */
export const timeChoices: readonly string[] = Array.from(
  { length: 96 },
  (_, n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`,
)

/** A repeat as a form holds it; `time` is 'HH:mm'. */
export type Repeat =
  | { kind: 'minutely'; minutes: number }
  | { kind: 'hourly'; hours: number }
  | { kind: 'daily'; time: string }
  | { kind: 'weekly'; weekday: Weekday; time: string }
  | { kind: 'monthly'; day: number; time: string }

/** The stored form: 'M n', 'H n', 'm h * * *', 'm h * * d' or 'm h D * *' (IMP-022, IMP-023). */
export function toPattern(repeat: Repeat): string {
  switch (repeat.kind) {
    case 'minutely':
      return `M ${repeat.minutes}`
    case 'hourly':
      return `H ${repeat.hours}`
    case 'daily':
      return `${cronTime(repeat.time)} * * *`
    case 'weekly':
      return `${cronTime(repeat.time)} * * ${(weekdays.indexOf(repeat.weekday) + 1) % 7}`
    case 'monthly':
      return `${cronTime(repeat.time)} ${repeat.day} * *`
  }
}

/** 'H:M' in any padding → 'm h'. */
function cronTime(time: string): string {
  const [hours, minutes] = time.split(':').map(Number)
  return `${minutes} ${hours}`
}

/**
 * The reverse of `toPattern` (IMP-024); weekday 7 and mon to sun are read too (D-79).
 * @returns null for anything that is not one of the five patterns with an offered value (IMP-025), spelled as they are
 *   stored: one space, no padding, no signs
 */
export function parsePattern(pattern: string): Repeat | null {
  const parts = pattern.split(' ')
  const [first = '', second = '', day = '', month, weekday = ''] = parts
  if (parts.length === 2) {
    const n = wholeNumber(second)
    if (first === 'M' && (minuteChoices as readonly number[]).includes(n)) return { kind: 'minutely', minutes: n }
    if (first === 'H' && hourChoices.includes(n)) return { kind: 'hourly', hours: n }
    return null
  }
  if (parts.length !== 5 || month !== '*') return null
  const time = `${String(wholeNumber(second)).padStart(2, '0')}:${String(wholeNumber(first)).padStart(2, '0')}`
  if (!timeChoices.includes(time)) return null
  if (day === '*' && weekday === '*') return { kind: 'daily', time }
  if (day === '*') {
    const named = weekdays.find((name) => name === weekday.toLowerCase())
    const n = wholeNumber(weekday)
    const found = named ?? (n >= 0 && n <= 7 ? weekdays[(n + 6) % 7] : undefined)
    return found === undefined ? null : { kind: 'weekly', weekday: found, time }
  }
  const n = wholeNumber(day)
  return weekday === '*' && dayChoices.includes(n) ? { kind: 'monthly', day: n, time } : null
}

const wholeNumber = (text: string): number => (/^(?:0|[1-9]\d?)$/.test(text) ? Number(text) : Number.NaN)

/** What a person should know about a monthly day that not every month has (IMP-028 to IMP-030, D-86); null for the others. */
export function dayWarning(day: number): string | null {
  if (day === 31) return texts.only31st
  if (day === 30) return texts.notFebruary
  return day === 29 ? texts.onlyLeapFebruary : null
}
