/** A zone's local times over some years, told by Intl alone: what the rule of due instants is held against. */
export type ZoneTable = {
  /** The instant, in milliseconds since the epoch, at which a plan of that local day and time is due by G10. */
  due(local: LocalTime): number
}
export type LocalTime = { year: number; month: number; day: number; hour: number; minute: number }

const quarterMs = 15 * 60_000
const dayMs = 24 * 3_600_000

/**
 * Walks a zone quarter hour by quarter hour and writes down which local time each showed.
 * @param everyQuarter asks Intl at each of them; otherwise only on days at whose ends the offset differs
 */
export function zoneTable(timeZone: string, years: { from: number; to: number }, everyQuarter: boolean): ZoneTable {
  const offset = offsetReader(timeZone)
  const from = Date.UTC(years.from, 0, 1) - 2 * dayMs
  const to = Date.UTC(years.to, 0, 1) + 4 * dayMs
  const slots = (to - from) / quarterMs
  /** First and last instant that showed each local quarter hour; 0 for one that never was. */
  const first = new Float64Array(slots)
  const last = new Float64Array(slots)
  for (let day = from; day < to; day += dayMs) {
    const changes = everyQuarter || offset(day) !== offset(day + dayMs)
    const atMidnight = offset(day)
    for (let at = day; at < day + dayMs; at += quarterMs) {
      const slot = (at + (changes ? offset(at) : atMidnight) - from) / quarterMs
      if (!Number.isInteger(slot)) throw new Error(`${timeZone} is off by less than a quarter hour`)
      if (slot < 0 || slot >= slots) continue
      if (first[slot] === 0) first[slot] = at
      last[slot] = at
    }
  }
  return {
    due({ year, month, day, hour, minute }) {
      const wanted = (Date.UTC(year, month - 1, day, hour, minute) - from) / quarterMs
      const shown = first[wanted] ?? 0
      if (shown !== 0) return shown
      // Left out: as long after the last local time before the gap as the clock would have shown without it.
      let before = wanted
      while (last[before] === 0) before--
      return (last[before] ?? Number.NaN) + (wanted - before) * quarterMs
    },
  }
}

/** Milliseconds by which local time is ahead of UTC, to the minute. */
function offsetReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (at) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = format.format(at).match(/\d+/g)?.map(Number) ?? []
    return Date.UTC(year, month - 1, day, hour, minute) - at
  }
}
