import { describe, expect, it } from 'vitest'
import { texts } from '../errors.ts'
import {
  dayChoices,
  dayWarning,
  hourChoices,
  minuteChoices,
  toPattern,
  type Repeat,
  parsePattern,
  timeChoices,
  weekdays,
} from './pattern.rule.ts'

/** Every repeat a form can hold. */
const all: Repeat[] = [
  ...minuteChoices.map((minutes): Repeat => ({ kind: 'minutely', minutes })),
  ...hourChoices.map((hours): Repeat => ({ kind: 'hourly', hours })),
  ...timeChoices.flatMap((time): Repeat[] => [
    { kind: 'daily', time },
    ...weekdays.map((weekday): Repeat => ({ kind: 'weekly', weekday, time })),
    ...dayChoices.map((day): Repeat => ({ kind: 'monthly', day, time })),
  ]),
]

describe('the stored form of a repeat', () => {
  it.each<[Repeat, string]>([
    [{ kind: 'minutely', minutes: 30 }, 'M 30'],
    [{ kind: 'hourly', hours: 5 }, 'H 5'],
    [{ kind: 'daily', time: '06:15' }, '15 6 * * *'],
    [{ kind: 'daily', time: '6:5' }, '5 6 * * *'],
    [{ kind: 'weekly', weekday: 'sun', time: '00:00' }, '0 0 * * 0'],
    [{ kind: 'weekly', weekday: 'mon', time: '23:45' }, '45 23 * * 1'],
    [{ kind: 'weekly', weekday: 'sat', time: '12:30' }, '30 12 * * 6'],
    [{ kind: 'monthly', day: 31, time: '06:00' }, '0 6 31 * *'],
  ])('of %j is %s', (repeat, pattern) => {
    expect(toPattern(repeat)).toBe(pattern)
  })

  it('every repeat that is offered comes back as it was, each from a pattern of its own', () => {
    expect(all).toHaveLength(3 + 23 + 96 * (1 + 7 + 31))
    expect(all.map((repeat) => parsePattern(toPattern(repeat)))).toEqual(all)
    expect(new Set(all.map(toPattern)).size).toBe(all.length)
  })
})

describe('reading a pattern', () => {
  it.each([...weekdays.entries()])('day %i of the week by its name, in any case', (n, weekday) => {
    const repeat = { kind: 'weekly', weekday, time: '06:15' }
    expect(parsePattern(`15 6 * * ${weekday}`)).toEqual(repeat)
    expect(parsePattern(`15 6 * * ${weekday.toUpperCase()}`)).toEqual(repeat)
    expect(parsePattern(`15 6 * * ${(n + 1) % 7}`)).toEqual(repeat)
  })

  it('Sunday is 7, too', () => {
    expect(parsePattern('15 6 * * 7')).toEqual({ kind: 'weekly', weekday: 'sun', time: '06:15' })
  })

  it.each([
    ...['', ' ', 'M', 'M 0', 'M 7', 'M 16', 'M 60', 'M -15', 'M 15.0', 'M 15 30', 'm 15', 'M15', 'M 1e1'],
    ...['H 0', 'H 24', 'H 1.5', 'h 5', 'H five'],
    ...['0 24 * * *', '7 6 * * *', '60 6 * * *', '-15 6 * * *', '* 6 * * *', '*/15 * * * *', '0,30 6 * * *'],
    ...['0 6 * *', '0 6 * * * *', '0 0 6 * * *', '@daily', '0 6 * 1 *', '0 6 * jan *'],
    ...['0 6 * * 8', '0 6 * * -1', '0 6 * * 1,2', '0 6 * * mon-fri', '0 6 * * monday', '0 6 * * mo'],
    ...['  0 6 * * *', '0 6 * * * ', '0  6 * * *', '0\t6 * * *', '0 6 * * *\n', '0\u00a06 * * *'],
    ...['00 6 * * *', '0 06 * * *', '0 6 01 * *', '0 6 * * 01', 'M 015', 'H 05', '+0 6 * * *'],
    ...['0 6 0 * *', '0 6 32 * *', '0 6 L * *', '0 6 1 * 1', '0 6 1-5 * *', '0 6 1,15 * *', 'constructor toString'],
  ])("refuses '%s'", (pattern) => {
    expect(parsePattern(pattern)).toBeNull()
  })
})

it('only the last days of a month warn, each with its sentence', () => {
  const warned = dayChoices.flatMap((day) => (dayWarning(day) === null ? [] : [[day, dayWarning(day)]]))
  expect(warned).toEqual([
    [29, texts.onlyLeapFebruary],
    [30, texts.notFebruary],
    [31, texts.only31st],
  ])
  expect(texts.only31st).toBe('The import job will only run in a month where month ends with 31st.')
  expect(texts.notFebruary).toBe('The import job will not run in February month.')
  expect(texts.onlyLeapFebruary).toBe('The import job will not run in February month, except leap year.')
})
