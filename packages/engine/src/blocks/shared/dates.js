/**
 * How a locale orders a date, and what it calls the months and the days of the week.
 * @param locale such as 'de-DE'; '' for none: only 2024-12-31 and the like is a date then
 * @param centuryFrom years of two digits from this one on are 19..
 * @param wrong makes an error of the name of what is wrong and a text
 */
export function localeCalendar(locale, centuryFrom, wrong) {
  const year = (text) => (text.length > 2 ? +text : +text + (+text < centuryFrom ? 2000 : 1900))
  if (locale === '') return { order: null, months: new Map(), weekdays: new Map(), links: new Set(), year }
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
            if (part) found.set(plainWord(part.value), index + 1)
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
      links: new Set(written.filter((part) => part.type === 'literal').flatMap((part) => wordsIn(part.value))),
      year,
    }
  } catch {
    throw wrong('locale', `is '${locale}', which is no locale; write it as de-DE`)
  }
}

/**
 * A function that reads a date; undefined where the text is none, or where there is no such day or time: 31.02.2024 would
 * silently become 2 March.
 * @param calendar of `localeCalendar`
 * @param format such as 'DD.MM.YYYY HH:mm'; '' for dates as people write them
 */
export function dateReader(calendar, format, wrong) {
  const parse = format === '' ? freeDateParser(calendar) : formattedDateParser(format, calendar, wrong)
  return (text) => {
    const date = parse(text)
    if (!date) return undefined
    const { year, month, day, hour = 0, minute = 0, second = 0 } = date
    const there = new Date(Date.UTC(2000, month - 1, day))
    there.setUTCFullYear(year, month - 1, day)
    const same = there.getUTCMonth() === month - 1 && there.getUTCDate() === day
    return same && month >= 1 && hour < 24 && minute < 60 && second < 60 ? date : undefined
  }
}

function wordsIn(text) {
  return text.match(/[\p{L}\p{M}]+/gu) ?? []
}

function plainWord(text) {
  return text.toLowerCase().replace(/\./g, '').normalize('NFC')
}

/** Numbers in the order of the locale, or a day, the name of a month and a year, with a time behind it or none. */
function freeDateParser(calendar) {
  const time =
    /(?:[T,\s]\s*)(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/iu
  return (text) => {
    const clock = text.match(time)
    const date = dayIn(clock ? text.slice(0, clock.index) : text, calendar)
    return date && clock ? { ...date, ...clockTime(clock[1], clock[2], clock[3], clock[4], clock[5]) } : date
  }
}

function dayIn(text, calendar) {
  const iso = text.match(/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/) ?? text.match(/^(\d{4})(\d\d)(\d\d)$/)
  if (iso) return { year: +iso[1], month: +iso[2], day: +iso[3] }
  if (calendar.order === null) return undefined
  const numbers = text.match(/\d+/g) ?? []
  if (/^\d{1,4}\.?\s?[-/. ]\s?\d{1,2}\.?\s?[-/. ]\s?\d{1,4}\.?$/.test(text)) {
    const at = (part) => numbers[calendar.order.indexOf(part)]
    return { year: calendar.year(at('year')), month: +at('month'), day: +at('day') }
  }
  // 5. März 2024, March 5th, 2024, mar. 5 de marzo de 2024
  let month
  for (const found of wordsIn(text).map(plainWord)) {
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

function clockTime(hour, minute, second, half, offset) {
  const late = half?.toLowerCase().startsWith('p')
  const full = half ? (Number(hour) % 12) + (late ? 12 : 0) : Number(hour)
  return { hour: full, minute: Number(minute ?? 0), second: Number(second ?? 0), offset: minutesAhead(offset) }
}

/** Minutes ahead of UTC of 'Z' or '+01:00'. */
function minutesAhead(offset) {
  if (!offset) return undefined
  if (/^z$/i.test(offset)) return 0
  const [, sign, hours, minutes] = offset.match(/^([+-])(\d\d):?(\d\d)$/)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** A format such as 'DD.MM.YYYY HH:mm' as one pattern; text that is no token stands for itself. */
function formattedDateParser(format, calendar, wrong) {
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
  const source = format.replace(token, (part, literal) => {
    if (Object.hasOwn(tokens, part)) {
      found.push(part)
      return tokens[part]
    }
    return (literal ?? part).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  })
  const named = (letter) => found.find((part) => part[0] === letter)
  if (!named('Y') || !named('M') || !named('D')) throw wrong('format', 'has no year, month or day')
  const pattern = new RegExp(`^${source}$`, 'u')
  return (text) => {
    const match = text.match(pattern)
    if (!match) return undefined
    const value = Object.fromEntries(found.map((part, index) => [part, match[index + 1]]))
    const month = value.MM ?? value.M ?? calendar.months.get(plainWord(value.MMMM ?? value.MMM))
    const date = {
      year: calendar.year(value.YYYY ?? value.YY),
      month: Number(month),
      day: Number(value.DD ?? value.D),
    }
    const hour = value.HH ?? value.H ?? value.hh ?? value.h
    if (hour === undefined) return date
    return { ...date, ...clockTime(hour, value.mm, value.ss, value.A, value.Z) }
  }
}

/**
 * A function that makes text of a date.
 * @param output 'date' for the day as it was written, 'date-time' for an instant in UTC
 * @param zone where times without an offset were written
 */
export function dateWriter(output, zone, wrong) {
  const two = (number) => String(number).padStart(2, '0')
  const day = ({ year, month, day }) => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  if (output === 'date') return day
  const offsetAt = zoneOffsets(zone, wrong)
  return (date) => {
    const { hour = 0, minute = 0, second = 0 } = date
    const written = Date.parse(`${day(date)}T${two(hour)}:${two(minute)}:${two(second)}Z`)
    const instant = date.offset === undefined ? instantInZone(written, offsetAt) : written - date.offset * 60_000
    return new Date(instant).toISOString().replace('.000', '')
  }
}

/** The instant at which clocks of the zone first show this time; where they skip it, the time after the gap. */
function instantInZone(written, offsetAt) {
  const day = 24 * 60 * 60_000
  const before = written - offsetAt(written - day)
  const after = written - offsetAt(written + day)
  if (before === after || before + offsetAt(before) === written) return before
  return after + offsetAt(after) === written ? after : before
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function zoneOffsets(timeZone, wrong) {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }
  let format
  try {
    const options = { ...fields, second: 'numeric', timeZone, hourCycle: 'h23', calendar: 'gregory' }
    format = new Intl.DateTimeFormat('en-US', options)
  } catch {
    throw wrong('timeZone', `is '${timeZone}', which is no time zone; write it as Europe/Paris`)
  }
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) - instant
  }
}
