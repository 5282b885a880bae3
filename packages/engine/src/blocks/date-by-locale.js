import { fieldReader, fieldWriter, isEmpty, textOf } from './shared/fields.js'
import { dateReader, dateWriter, localeCalendar } from './shared/dates.js'
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
    const locale = settings.text('locale', settings.has('format') ? 'en-US' : ctx.rt_context?.locale?.label)
    const calendar = localeCalendar(locale, settings.number('centuryFrom', 50), settings.wrong)
    const output = settings.choice('output', ['date', 'date-time'])
    const zone = output === 'date' ? '' : settings.text('timeZone', ctx.rt_context?.timeZone ?? 'UTC')
    return {
      fields: paths.map((path) => ({ path, read: fieldReader(path), write: fieldWriter(path) })),
      parse: dateReader(calendar, settings.text('format', ''), settings.wrong),
      write: dateWriter(output, zone, settings.wrong),
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
      const date = typeof text === 'string' ? parse(text.trim()) : undefined
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
}
