import { fieldReader, fieldWriter, isEmpty, textOf } from './shared/fields.js'
import { numberMarks, numberReader } from './shared/numbers.js'
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
    const percent = settings.choice('percent', ['keep the number', 'divide by 100', 'wrong'])
    return numberReader(marksOf(settings), percent)
  }

  /** Marks of the locale, or those that are set. */
  function marksOf(settings) {
    const locale = settings.text('locale', settings.has('decimalMark') ? 'en-US' : ctx.rt_context?.locale?.label)
    const decimalMark = settings.text('decimalMark', '')
    const groupMark = settings.text('groupMark', '')
    let marks
    try {
      marks = numberMarks(locale, decimalMark, groupMark)
    } catch {
      throw settings.wrong('locale', `is '${locale}', which is no locale; write it as de-DE`)
    }
    if (marks.decimal.length !== 1) throw settings.wrong('decimalMark', 'is not one character')
    if (marks.group === marks.decimal) throw settings.wrong('groupMark', 'is the same as the decimal mark')
    return marks
  }
}
