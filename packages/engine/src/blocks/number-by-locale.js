import { fieldReader, fieldWriter, isEmpty, textOf } from './shared/fields.js'
import { prepared, readSettings, recordsOf } from './shared/settings.js'

/**
 * Reads numbers as people of a locale write them: 1.234,50 € for de-DE, 1'234.50 for de-CH. Signs before or behind,
 * amounts in parentheses and currencies are understood. Records with something else in a field go to `wrong` too.
 */
export function numberByLocale(ctx) {
  const { fields, parse, whenWrong } = prepared(ctx, () => {
    const names = ['fields', 'locale', 'decimalMark', 'groupMark', 'percent', 'whenWrong']
    const settings = readSettings('Number by locale', ctx.input.settings, names)
    const paths = settings.texts('fields')
    if (paths.length === 0) throw settings.wrong('fields', 'is missing')
    return {
      fields: paths.map((path) => ({ path, read: fieldReader(path), write: fieldWriter(path) })),
      parse: parserOf(settings),
      whenWrong: settings.choice('whenWrong', ['keep', 'empty', 'leave out', 'error']),
    }
  })
  const records = []
  const wrong = []
  for (const record of recordsOf('Number by locale', ctx.input, 'records')) {
    const parsed = { ...record }
    let faults = 0
    for (const { path, read, write } of fields) {
      const value = read(record)
      if (isEmpty(value) || typeof value === 'number') continue
      const number = typeof value === 'string' ? parse(value) : NaN
      if (!Number.isNaN(number)) write(parsed, number)
      else if (whenWrong === 'error') {
        throw new Error(`Number by locale: '${textOf(value).slice(0, 100)}' in the field ${path} is not a number`)
      } else {
        faults++
        if (whenWrong === 'empty') write(parsed, undefined)
      }
    }
    if (faults > 0) wrong.push(record)
    if (faults === 0 || whenWrong !== 'leave out') records.push(parsed)
  }
  return { records, wrong }

  function parserOf(settings) {
    const marks = marksOf(settings)
    const percent = settings.choice('percent', ['keep the number', 'divide by 100', 'wrong'])
    // ISO codes such as EUR, signs such as € and US$, and what some currencies are called in writing.
    const currency =
      /^(?:[A-Z]{3}|[A-Z]{0,2}\p{Sc}|Fr\.?|kr\.?|zł|Kč|Ft|lei)(?![\p{L}])|(?:[A-Z]{3}|\p{Sc}|Fr\.?|kr\.?|zł|Kč|Ft|lei)$/gu
    // 1,234,567, but 12,34,567 in India
    const size = marks.groupSize
    const grouped = new RegExp(`^\\d{1,${size}}(?:g\\d{${size}})*g\\d{3}(?:\\.\\d*)?$`)
    const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/
    // Most values are digits with a mark at most, which needs no second look.
    const simple = marks.decimal === '.' ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+$/

    return (text) => {
      if (simple.test(text)) return exact(Number(text))
      let rest = text
        .replace(/[\u2212\u2012\u2013]/g, '-')
        .replace(/[\u200e\u200f\u061c]/g, '')
        .trim()
      let sign = 1
      const negative = rest.match(/^\((.*)\)$/)
      if (negative) [rest, sign] = [negative[1].trim(), -1]
      let factor = 1
      if (/^%|[%٪]$/.test(rest)) {
        if (percent === 'wrong') return NaN
        rest = rest.replace(/[%٪]/, '').trim()
        if (percent === 'divide by 100') factor = 100
      }
      rest = rest.replace(currency, '').trim()
      // The sign may stand on either side of the currency.
      const signed = rest.match(/^([-+])\s*(.*)$/) ?? rest.match(/^(.*?)\s*()([-+])$/)
      if (signed) {
        if (negative) return NaN
        const mark = signed[3] ?? signed[1]
        sign = mark === '-' ? -1 : 1
        rest = (signed[3] ? signed[1] : signed[2]).replace(currency, '').trim()
      }
      const digits = rest.replace(marks.digits, marks.digit)
      let shape = ''
      for (const character of digits) {
        if (character === marks.decimal) shape += '.'
        else if (marks.groups.includes(character)) shape += 'g'
        else shape += character === '.' || character === 'g' ? '!' : character
      }
      if (!plain.test(shape) && !grouped.test(shape)) return NaN
      const number = exact(Number(shape.replaceAll('g', '')))
      // Dividing a decimal number leaves digits that nobody wrote.
      return sign * (factor === 1 ? number : Number((number / factor).toPrecision(15)))
    }
  }

  /** A whole number too long to be kept is none: it would lose digits. */
  function exact(number) {
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? NaN : number
  }

  /** Marks of the locale, or those that are set. Blanks and apostrophes group digits in any locale. */
  function marksOf(settings) {
    const locale = settings.text('locale', settings.has('decimalMark') ? 'en-US' : ctx.rt_context?.locale?.label)
    let parts
    let format
    try {
      format = new Intl.NumberFormat(locale, { useGrouping: true })
      parts = format.formatToParts(1234567.8)
    } catch {
      throw settings.wrong('locale', `is '${locale}', which is no locale; write it as de-DE`)
    }
    const mark = (type) => parts.find((part) => part.type === type)?.value ?? ''
    const decimal = settings.text('decimalMark', mark('decimal'))
    const other = decimal === ',' ? '.' : ','
    const group = settings.text('groupMark', settings.has('decimalMark') ? other : mark('group'))
    if (decimal.length !== 1) throw settings.wrong('decimalMark', 'is not one character')
    if (group === decimal) throw settings.wrong('groupMark', 'is the same as the decimal mark')
    const own = new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210).split('').reverse()
    return {
      decimal,
      groupSize: parts.filter((part) => part.type === 'integer').at(-2)?.value.length ?? 3,
      groups: `${group} \u00a0\u202f\u2009'\u2019`,
      digits: /\p{Nd}/gu,
      digit: (found) => (own.includes(found) ? String(own.indexOf(found)) : found),
    }
  }
}
