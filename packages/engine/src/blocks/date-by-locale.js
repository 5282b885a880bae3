import { fieldReader, fieldWriter, isEmpty, textOf } from './shared/fields.js'
import { prepared, readSettings, recordsOf } from './shared/settings.js'

/**
 * Reads dates as people of a locale write them, with numbers or names of months, or in a given format, and makes ISO
 * text of them. 2024-12-31 is understood everywhere. Records with something else in a field go to `wrong` too.
 */
export function dateByLocale(ctx) {
  const {
    fields,
    parse,
    write: toText,
    whenWrong,
  } = prepared(ctx, () => {
    const names = ['fields', 'locale', 'format', 'output', 'timeZone', 'centuryFrom', 'whenWrong']
    const settings = readSettings('Date by locale', ctx.input.settings, names)
    const paths = settings.texts('fields')
    if (paths.length === 0) throw settings.wrong('fields', 'is missing')
    const calendar = calendarOf(settings)
    return {
      fields: paths.map((path) => ({ path, read: fieldReader(path), write: fieldWriter(path) })),
      parse: settings.has('format') ? formatParser(settings, calendar) : freeParser(calendar),
      write: writerOf(settings),
      whenWrong: settings.choice('whenWrong', ['keep', 'empty', 'leave out', 'error']),
    }
  })
  const records = []
  const wrong = []
  for (const record of recordsOf('Date by locale', ctx.input, 'records')) {
    const parsed = { ...record }
    let faults = 0
    for (const { path, read, write } of fields) {
      const value = read(record)
      if (isEmpty(value)) continue
      const text = value instanceof Date ? value.toISOString() : value
      const date = typeof text === 'string' ? checked(parse(text.trim())) : undefined
      if (date) write(parsed, toText(date))
      else if (whenWrong === 'error') {
        throw new Error(`Date by locale: '${textOf(value).slice(0, 100)}' in the field ${path} is not a date`)
      } else {
        faults++
        if (whenWrong === 'empty') write(parsed, undefined)
      }
    }
    if (faults > 0) wrong.push(record)
    if (faults === 0 || whenWrong !== 'leave out') records.push(parsed)
  }
  return { records, wrong }

  /** The date if there is such a day and time: 31.02.2024 would silently become 2 March. */
  function checked(date) {
    if (!date) return undefined
    const { year, month, day, hour = 0, minute = 0, second = 0 } = date
    const there = new Date(Date.UTC(2000, month - 1, day))
    there.setUTCFullYear(year, month - 1, day)
    const same = there.getUTCMonth() === month - 1 && there.getUTCDate() === day
    return same && month >= 1 && hour < 24 && minute < 60 && second < 60 ? date : undefined
  }

  /** How the locale orders a date, and what it calls the months and the days of the week. */
  function calendarOf(settings) {
    const locale = settings.text('locale', settings.has('format') ? 'en-US' : ctx.rt_context?.locale?.label)
    const centuryFrom = settings.number('centuryFrom', 50)
    const zone = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' }
    const dates = (count, of) => Array.from({ length: count }, (_none, index) => new Date(Date.UTC(2023, ...of(index))))
    try {
      const parts = (options, date) => new Intl.DateTimeFormat(locale, { ...zone, ...options }).formatToParts(date)
      const names = (type, list) => {
        const found = new Map()
        list.forEach((date, index) => {
          for (const length of ['long', 'short']) {
            // Some languages bend the name of a month beside a day.
            for (const beside of [{}, { day: 'numeric' }]) {
              const part = parts({ [type]: length, ...beside }, date).find((entry) => entry.type === type)
              if (part) found.set(word(part.value), index + 1)
            }
          }
        })
        return found
      }
      const numeric = parts({ year: 'numeric', month: 'numeric', day: 'numeric' }, new Date(0))
      const written = parts({ year: 'numeric', month: 'long', day: 'numeric' }, new Date(0))
      return {
        order: numeric.map((part) => part.type).filter((type) => ['year', 'month', 'day'].includes(type)),
        months: names(
          'month',
          dates(12, (month) => [month, 15]),
        ),
        weekdays: names(
          'weekday',
          dates(7, (day) => [0, day + 1]),
        ),
        // 'de' in 5 de marzo de 2024
        links: new Set(written.filter((part) => part.type === 'literal').flatMap((part) => wordsOf(part.value))),
        year: (text) => (text.length > 2 ? +text : +text + (+text < centuryFrom ? 2000 : 1900)),
      }
    } catch {
      throw settings.wrong('locale', `is '${locale}', which is no locale; write it as de-DE`)
    }
  }

  function wordsOf(text) {
    return text.match(/[\p{L}\p{M}]+/gu) ?? []
  }

  function word(text) {
    return text.toLowerCase().replace(/\./g, '').normalize('NFC')
  }

  /** Numbers in the order of the locale, or a day, the name of a month and a year, with a time behind it or none. */
  function freeParser(calendar) {
    const time =
      /(?:[T,\s]\s*)(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/iu
    return (text) => {
      const clock = text.match(time)
      const date = dayOf(clock ? text.slice(0, clock.index) : text, calendar)
      return date && clock ? { ...date, ...clockOf(clock[1], clock[2], clock[3], clock[4], clock[5]) } : date
    }
  }

  function dayOf(text, calendar) {
    const iso = text.match(/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/) ?? text.match(/^(\d{4})(\d\d)(\d\d)$/)
    if (iso) return { year: +iso[1], month: +iso[2], day: +iso[3] }
    const numbers = text.match(/\d+/g) ?? []
    if (/^\d{1,4}\.?\s?[-/. ]\s?\d{1,2}\.?\s?[-/. ]\s?\d{1,4}\.?$/.test(text)) {
      const at = (part) => numbers[calendar.order.indexOf(part)]
      return { year: calendar.year(at('year')), month: +at('month'), day: +at('day') }
    }
    // 5. März 2024, March 5th, 2024, mar. 5 de marzo de 2024
    let month
    for (const found of wordsOf(text).map(word)) {
      if (calendar.months.has(found) && month === undefined) month = calendar.months.get(found)
      else if (!calendar.weekdays.has(found) && !calendar.links.has(found) && !/^(?:st|nd|rd|th|er|of)$/.test(found)) {
        return undefined
      }
    }
    if (month === undefined || numbers.length !== 2) return undefined
    const [first, second] = numbers
    const [day, year] = first.length > 2 ? [second, first] : [first, second]
    return { year: calendar.year(year), month, day: +day }
  }

  function clockOf(hour, minute, second, half, offset) {
    const late = half?.toLowerCase().startsWith('p')
    const full = half ? (Number(hour) % 12) + (late ? 12 : 0) : Number(hour)
    return { hour: full, minute: Number(minute ?? 0), second: Number(second ?? 0), offset: minutesOf(offset) }
  }

  /** Minutes ahead of UTC of 'Z' or '+01:00'. */
  function minutesOf(offset) {
    if (!offset) return undefined
    if (/^z$/i.test(offset)) return 0
    const [, sign, hours, minutes] = offset.match(/^([+-])(\d\d):?(\d\d)$/)
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }

  /** A format such as 'DD.MM.YYYY HH:mm' as one pattern; text that is no token stands for itself. */
  function formatParser(settings, calendar) {
    const tokens = {
      YYYY: '(\\d{4})',
      YY: '(\\d{2})',
      MMMM: '([\\p{L}\\p{M}.]+)',
      MMM: '([\\p{L}\\p{M}.]+)',
      MM: '(\\d{2})',
      M: '(\\d{1,2})',
      DD: '(\\d{2})',
      D: '(\\d{1,2})',
      dddd: '([\\p{L}\\p{M}.]+)',
      ddd: '([\\p{L}\\p{M}.]+)',
      HH: '(\\d{2})',
      H: '(\\d{1,2})',
      hh: '(\\d{2})',
      h: '(\\d{1,2})',
      mm: '(\\d{2})',
      ss: '(\\d{2})',
      SSS: '(\\d{3})',
      A: '([AaPp]\\.?[Mm]\\.?)',
      Z: '(Z|[+-]\\d{2}:?\\d{2})',
      z: '([A-Z]{2,5})',
    }
    const found = []
    const token = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|SSS|A|Z|z|[^]/g
    const source = settings.text('format').replace(token, (part, literal) => {
      if (Object.hasOwn(tokens, part)) {
        found.push(part)
        return tokens[part]
      }
      return (literal ?? part).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    })
    const named = (letter) => found.find((part) => part[0] === letter)
    if (!named('Y') || !named('M') || !named('D')) throw settings.wrong('format', 'has no year, month or day')
    const pattern = new RegExp(`^${source}$`, 'u')
    return (text) => {
      const match = text.match(pattern)
      if (!match) return undefined
      const value = Object.fromEntries(found.map((part, index) => [part, match[index + 1]]))
      const month = value.MM ?? value.M ?? calendar.months.get(word(value.MMMM ?? value.MMM))
      const date = {
        year: calendar.year(value.YYYY ?? value.YY),
        month: Number(month),
        day: Number(value.DD ?? value.D),
      }
      const hour = value.HH ?? value.H ?? value.hh ?? value.h
      if (hour === undefined) return date
      return { ...date, ...clockOf(hour, value.mm, value.ss, value.A, value.Z) }
    }
  }

  /** Makes text of a date: the day as it was written, or an instant in UTC. */
  function writerOf(settings) {
    const two = (number) => String(number).padStart(2, '0')
    const day = ({ year, month, day }) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
    if (settings.choice('output', ['date', 'date-time']) === 'date') return day
    const zone = settings.text('timeZone', ctx.rt_context?.timeZone ?? 'UTC')
    const offsetAt = zoneOffsets(settings, zone)
    return (date) => {
      const { hour = 0, minute = 0, second = 0 } = date
      const written = Date.parse(`${day(date)}T${two(hour)}:${two(minute)}:${two(second)}Z`)
      const instant = date.offset === undefined ? atZone(written, offsetAt) : written - date.offset * 60_000
      return new Date(instant).toISOString().replace('.000', '')
    }
  }

  /** The instant at which clocks of the zone first show this time; where they skip it, the time after the gap. */
  function atZone(written, offsetAt) {
    const day = 24 * 60 * 60_000
    const before = written - offsetAt(written - day)
    const after = written - offsetAt(written + day)
    if (before === after || before + offsetAt(before) === written) return before
    return after + offsetAt(after) === written ? after : before
  }

  /** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
  function zoneOffsets(settings, timeZone) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }
    let format
    try {
      const options = { ...fields, second: 'numeric', timeZone, hourCycle: 'h23', calendar: 'gregory' }
      format = new Intl.DateTimeFormat('en-US', options)
    } catch {
      throw settings.wrong('timeZone', `is '${timeZone}', which is no time zone; write it as Europe/Paris`)
    }
    return (instant) => {
      const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
      return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) - instant
    }
  }
}
