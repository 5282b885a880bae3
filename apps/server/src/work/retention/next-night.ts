const stepMs = 15 * 60_000
/** Local time at which few people work and most days have an hour of that name. */
const hour = '03'

/** The next quarter hour, after the instant, at which it is between 03:00 and 04:00 in the zone; a day on where there is none. */
export function nextNight(after: Date, timeZone: string): Date {
  const hourOf = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  const start = Math.floor(after.getTime() / stepMs) * stepMs
  const isNight = (at: number): boolean => hourOf.format(at) === hour
  for (let step = 1; step <= 26 * 4; step++) {
    const at = start + step * stepMs
    if (isNight(at) && !isNight(at - stepMs)) return new Date(at)
  }
  return new Date(after.getTime() + 24 * 3_600_000)
}
