import {
  dayChoices,
  hourChoices,
  minuteChoices,
  toPattern,
  type Repeat,
  timeChoices,
  weekdays,
} from '@millrace/contract/schedules/pattern.rule'
import { CommandError } from './command-error.ts'

/** The time of a start payload. */
export type StartTime =
  | { kind: 'immediate' }
  | { kind: 'scheduled'; scheduledDate: string; scheduledTime: string }
  | { kind: 'repeat'; repeatPattern: string }

const everyForms = `'30 minutes', '2 hours', 'daily 02:15', 'weekly mon 03:00' or 'monthly 31 06:00'`
const quarters = 'at a quarter hour, such as 02:15'

/** `--at` and `--every` as a start payload says them; neither means now. @throws CommandError that says how to write it */
export function readStartTime({ at, every }: { at?: string; every?: string }): StartTime {
  if (at !== undefined && every !== undefined) throw new CommandError('Give --at or --every, not both')
  if (every !== undefined) return { kind: 'repeat', repeatPattern: toPattern(readEvery(every)) }
  return at === undefined ? { kind: 'immediate' } : readAt(at)
}

/** 'YYYY-MM-DD HH:mm' in the zone of the platform. */
function readAt(text: string): StartTime {
  const [scheduledDate = '', scheduledTime = '', more] = text.trim().split(/[\sT]+/)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(scheduledDate) || more !== undefined || !timeChoices.includes(scheduledTime)) {
    throw new CommandError(`--at '${text}': write 'YYYY-MM-DD HH:mm' ${quarters}`)
  }
  return { kind: 'scheduled', scheduledDate, scheduledTime }
}

function readEvery(text: string): Repeat {
  const words = text.trim().toLowerCase().split(/\s+/)
  const [first = '', second = '', third = ''] = words
  const refused = (hint: string): CommandError => new CommandError(`--every '${text}': ${hint}`)
  const time = (value: string): string => {
    if (timeChoices.includes(value)) return value
    throw refused(`the time is ${quarters}`)
  }
  if (words.length === 2 && /^minutes?$/.test(second)) {
    if (minuteChoices.some((choice) => String(choice) === first)) return { kind: 'minutely', minutes: Number(first) }
    throw refused(`minutes are ${minuteChoices.join(', ')}`)
  }
  if (words.length === 2 && /^hours?$/.test(second)) {
    if (hourChoices.some((choice) => String(choice) === first)) return { kind: 'hourly', hours: Number(first) }
    throw refused('hours are 1 to 23')
  }
  if (words.length === 2 && first === 'daily') return { kind: 'daily', time: time(second) }
  if (words.length === 3 && first === 'weekly') {
    const weekday = weekdays.find((name) => second.startsWith(name))
    if (weekday === undefined) throw refused(`the day is one of ${weekdays.join(', ')}`)
    return { kind: 'weekly', weekday, time: time(third) }
  }
  if (words.length === 3 && first === 'monthly') {
    if (!dayChoices.some((choice) => String(choice) === second)) throw refused('the day is 1 to 31')
    return { kind: 'monthly', day: Number(second), time: time(third) }
  }
  throw refused(`write ${everyForms}`)
}
