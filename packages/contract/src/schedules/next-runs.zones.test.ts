import { expect, it } from 'vitest'
import { nextRuns } from './next-runs.rule.ts'
import { toPattern, type Repeat, timeChoices, weekdays } from './pattern.rule.ts'
import { zoneTable, type LocalTime } from './zone-table.fixture.ts'

/** Every fortieth pattern in the regular run; all of them, and a finer oracle, in `npm run test:guarantees`. */
const scale = Number(process.env.MILLRACE_TEST_SCALE ?? 1)
const whole = scale >= 10

/** Nine zones, each over ten years in which it did something out of the ordinary. */
const zones: [string, number][] = [
  ['Europe/Paris', 2020],
  // The days of the change moved in 2007.
  ['America/New_York', 2002],
  // Half an hour.
  ['Australia/Lord_Howe', 2020],
  // At midnight, given up in 2019.
  ['America/Sao_Paulo', 2012],
  // At midnight, given up and taken up again, several times a year around Ramadan.
  ['Africa/Cairo', 2008],
  // 30 December 2011 never was; given up in 2021.
  ['Pacific/Apia', 2010],
  // At one minute past midnight until 2011; half past the hour of UTC.
  ['America/St_Johns', 2004],
  // Changed its offset by half an hour in 2015 and 2018.
  ['Asia/Pyongyang', 2010],
  // A quarter past the hour, never a change.
  ['Asia/Kathmandu', 2020],
]

const repeats: Repeat[] = timeChoices.flatMap((time): Repeat[] => [
  { kind: 'daily', time },
  ...weekdays.map((weekday): Repeat => ({ kind: 'weekly', weekday, time })),
  ...Array.from({ length: 31 }, (_, n): Repeat => ({ kind: 'monthly', day: n + 1, time })),
])

/** Local days of a repeat, by the calendar of UTC. */
function daysOf(repeat: Repeat, from: number, to: number): LocalTime[] {
  if (!('time' in repeat)) throw new Error('it names no time of day')
  const [hour = 0, minute = 0] = repeat.time.split(':').map(Number)
  const days: LocalTime[] = []
  for (
    const date = new Date(Date.UTC(from, 0, 1));
    date.getUTCFullYear() < to;
    date.setUTCDate(date.getUTCDate() + 1)
  ) {
    if (repeat.kind === 'weekly' && weekdays[(date.getUTCDay() + 6) % 7] !== repeat.weekday) continue
    if (repeat.kind === 'monthly' && date.getUTCDate() !== repeat.day) continue
    days.push({
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour,
      minute,
    })
  }
  return days
}

it.each(zones)(
  'GUARANTEE G10 ten years of every pattern in %s from %i on are due when its clocks say so',
  (timeZone, from) => {
    const to = from + 10
    const table = zoneTable(timeZone, { from, to }, whole)
    // Others for each zone.
    const tested = repeats.filter((_, n) => whole || (n + from) % 40 === 0)
    let runs = 0
    for (const repeat of tested) {
      // A day left out is due with the day after: one run.
      const expected = [...new Set(daysOf(repeat, from, to).map((local) => table.due(local)))]
      const schedule = { kind: 'repeat' as const, repeatPattern: toPattern(repeat), anchor: new Date(0) }
      const after = new Date((expected[0] ?? 0) - 1)
      const found = nextRuns(schedule, timeZone, after, expected.length).map((run) => run.getTime())
      if (found.join() !== expected.join()) expect({ repeat, found }).toEqual({ repeat, found: expected })
      runs += found.length
    }
    expect(runs).toBeGreaterThan(tested.length * 50)
  },
  whole ? 600_000 : 30_000,
)

it.each(zones)('GUARANTEE G10 in %s the next run is the same from wherever it is asked', (timeZone, from) => {
  const patterns = ['15 0 * * *', '30 2 * * *', '0 0 * * 0', '0 0 31 * *', '45 23 30 * *']
  for (const repeatPattern of patterns) {
    const schedule = { kind: 'repeat' as const, repeatPattern, anchor: new Date(0) }
    let last = new Date(Date.UTC(from, 0, 1))
    const runs = nextRuns(schedule, timeZone, last, 20 * scale)
    for (const run of runs) {
      const asked = [last, new Date((last.getTime() + run.getTime()) / 2), new Date(run.getTime() - 1)]
      expect(asked.map((after) => nextRuns(schedule, timeZone, after, 1)[0])).toEqual([run, run, run])
      last = run
    }
  }
})

it.each([
  ...[15, 30, 45].map((n): [string, number] => [`M ${n}`, n]),
  ...Array.from({ length: 23 }, (_, n): [string, number] => [`H ${n + 1}`, (n + 1) * 60]),
])('GUARANTEE G10 ten years of %s keep their spacing of %i minutes', (repeatPattern, minutes) => {
  const anchor = new Date('2020-02-29T12:34:56.789Z')
  const schedule = { kind: 'repeat' as const, repeatPattern, anchor }
  const count = Math.floor((10 * 365 * 24 * 60) / minutes / (whole ? 1 : 40))
  const runs = nextRuns(schedule, 'Europe/Paris', anchor, count)
  let at = anchor.getTime()
  for (const run of runs) {
    at += minutes * 60_000
    if (run.getTime() !== at) expect(run).toEqual(new Date(at))
  }
  expect(runs).toHaveLength(count)
})
