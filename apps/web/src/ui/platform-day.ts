import { formatDate } from './format.ts'

const minuteMs = 60_000
const day = /^\d{4}-\d{2}-\d{2}$/

/** Whether the text is a day there is, as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  const at = day.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The first instant (ISO text) of a day 'YYYY-MM-DD' in a zone, also where a change of the offset leaves midnight out. */
export function startOfDay(text: string, timeZone: string): string {
  const wanted = Date.parse(`${text}T00:00:00Z`)
  let at = wanted
  // The offset at the guess may not be the offset at the result; the second round sees to that.
  for (let round = 0; round < 2; round++) at += wanted - localOf(at, timeZone)
  while (localOf(at, timeZone) < wanted) at += 15 * minuteMs
  while (localOf(at - minuteMs, timeZone) >= wanted) at -= minuteMs
  return new Date(at).toISOString()
}

/** The last instant of a day, a millisecond before the next one. */
export function endOfDay(text: string, timeZone: string): string {
  const next = new Date(Date.parse(`${text}T00:00:00Z`) + 24 * 60 * minuteMs).toISOString().slice(0, 10)
  return new Date(Date.parse(startOfDay(next, timeZone)) - 1).toISOString()
}

/** The local date and time of an instant, read as if it were UTC. */
const localOf = (at: number, timeZone: string): number =>
  Date.parse(`${formatDate(new Date(at).toISOString(), timeZone).replace(' ', 'T')}:00Z`)
