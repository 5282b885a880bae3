import { booleanFrom, dateFrom, numberFrom } from './shared/conversion.js'
import { dateReader, dateWriter, localeCalendar } from './shared/dates.js'
import { contextValue, fieldReader, fieldWriter, fresh, isEmpty, numberOf, textOf } from './shared/fields.js'
import { numberMarks, numberReader } from './shared/numbers.js'
import { prepared, readSettings, recordsOf } from './shared/settings.js'
import { filledTemplate, templateParts } from './shared/template.js'

/**
 * Makes new records out of old ones: renames, fills, joins, replaces and converts fields. A record with a value that
 * cannot be converted ends the run, or goes to `wrong` too.
 */
export function mapFields(ctx) {
  const plan = prepared(ctx, () => {
    const settings = readSettings('Map fields', ctx.input.settings, ['fields', 'keepOthers', 'remove', 'whenWrong'])
    const names = ['to', 'from', 'fromContext', 'value', 'template', 'treatAsEmpty', 'replace', 'whenNotListed', 'as']
    const formats = ['locale', 'percent', 'format', 'timeZone', 'centuryFrom']
    const others = ['default', 'onlyWith']
    return {
      keepOthers: settings.flag('keepOthers', false),
      whenWrong: settings.choice('whenWrong', ['error', 'keep', 'empty', 'leave out']),
      fields: settings.list('fields', [...names, ...formats, ...others]).map(fieldOf),
      remove: settings.texts('remove').map(fieldWriter),
    }
  })
  const wrong = []
  let number = ctx.offset ?? 0
  let faults = 0
  const fault = (value, to, what) => {
    if (plan.whenWrong === 'error') {
      throw new Error(`Map fields: record ${number}, ${to}: '${textOf(value).slice(0, 100)}' is ${what}`)
    }
    faults++
    return plan.whenWrong === 'keep' ? value : undefined
  }
  const records = []
  for (const record of recordsOf('Map fields', ctx.input, 'records')) {
    number++
    faults = 0
    const mapped = plan.keepOthers ? { ...record } : {}
    for (const { write, make } of plan.fields) write(mapped, make(record, fault))
    for (const write of plan.remove) write(mapped, undefined)
    if (faults > 0) wrong.push(record)
    if (faults === 0 || plan.whenWrong !== 'leave out') records.push(mapped)
  }
  return { records, wrong }

  /** What writes one field, and what makes its value of a record; undefined leaves the field out. */
  function fieldOf(field) {
    const to = field.text('to')
    const source = sourceOf(field)
    const convert = converter(field, to)
    const replace = replacer(field, to, convert) ?? convert
    const empty = field.texts('treatAsEmpty')
    const blank = (value) => isEmpty(value) || (empty.length > 0 && empty.includes(textOf(value)))
    const absent = field.value('default')
    const beside = field.has('onlyWith') ? fieldReader(field.text('onlyWith')) : null
    const make = (record, fault) => {
      if (beside !== null && isEmpty(beside(record))) return undefined
      const value = source(record, blank)
      const made = blank(value) ? undefined : replace(value, fault)
      return isEmpty(made) ? fresh(absent) : made
    }
    return { write: fieldWriter(to), make }
  }

  function sourceOf(field) {
    const given = ['from', 'fromContext', 'value', 'template'].filter((name) => field.has(name))
    if (given.length !== 1) throw field.wrong('', 'needs exactly one of from, fromContext, value and template')
    if (given[0] === 'from') return fieldReader(field.text('from'))
    if (given[0] === 'template') {
      const parts = templateParts(field.text('template'))
      return (record, blank) => filledTemplate(parts, record, blank)
    }
    const value = given[0] === 'value' ? field.value('value') : contextValue(ctx, field, 'fromContext')
    return () => fresh(value)
  }

  /** Looks values up in the table of replacements; one that is found there stays as the table has it. */
  function replacer(field, to, convert) {
    const otherwise = field.choice('whenNotListed', ['keep', 'empty', 'wrong'])
    const entries = field.list('replace', ['from', 'to'])
    if (entries.length === 0) return undefined
    const table = new Map(entries.map((entry) => [entry.text('from'), entry.value('to')]))
    return (value, fault) => {
      const text = textOf(value)
      if (table.has(text)) return fresh(table.get(text))
      if (otherwise === 'keep') return convert(value, fault)
      return otherwise === 'empty' ? undefined : fault(value, to, 'not in the table of replacements')
    }
  }

  /** Turns values into the wanted type, read as the settings say. */
  function converter(field, to) {
    const types = ['as it is', 'text', 'number', 'whole number', 'boolean', 'date', 'date-time']
    const as = field.choice('as', types)
    const numbers = ['number', 'whole number']
    const dates = ['date', 'date-time']
    const usedFor = { percent: numbers, format: dates, centuryFrom: dates, timeZone: ['date-time'] }
    for (const [name, fitting] of Object.entries({ ...usedFor, locale: [...numbers, ...dates] })) {
      if (field.has(name) && !fitting.includes(as)) throw field.wrong(name, `is used as ${fitting.join(' or ')} only`)
    }
    if (as === 'as it is') return (value) => value
    const locale = localeOf(field)
    const turn = converterTo(as, field, locale)
    const written = field.text('format', '') || (locale && `written for ${locale}`)
    const what = `not a ${as}${written && ` ${written}`}`
    return (value, fault) => {
      const turned = turn(value)
      return turned === undefined ? fault(value, to, what) : turned
    }
  }

  function converterTo(as, field, locale) {
    if (as === 'text') return textOf
    if (as === 'boolean') return (value) => booleanFrom(textOf(value))
    if (as === 'date' || as === 'date-time') {
      const format = field.text('format', '')
      // In a format, months are named in English unless the locale says otherwise.
      const calendar = localeCalendar(locale || (format && 'en-US'), field.number('centuryFrom', 50), field.wrong)
      const zone = as === 'date' ? '' : field.text('timeZone', ctx.rt_context?.timeZone ?? 'UTC')
      const [read, write] = [dateReader(calendar, format, field.wrong), dateWriter(as, zone, field.wrong)]
      return (value) => dateFrom(value, read, write)
    }
    const percent = field.choice('percent', ['keep the number', 'divide by 100', 'wrong'])
    const read = locale === '' ? numberOf : numberReader(marksOf(field, locale), percent)
    return (value) => numberFrom(value, read, as === 'whole number')
  }

  /** The locale that values are written for; '' for none: plain numbers and ISO dates. */
  function localeOf(field) {
    const locale = field.text('locale', '')
    if (locale !== 'locale of the run') return locale
    const own = ctx.rt_context?.locale?.label
    if (isEmpty(own)) throw field.wrong('locale', 'is the locale of the run, and this run has none')
    return own
  }

  function marksOf(field, locale) {
    try {
      return numberMarks(locale)
    } catch {
      throw field.wrong('locale', `is '${locale}', which is no locale; write it as de-DE`)
    }
  }
}
