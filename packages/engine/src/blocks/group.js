import { fieldReader, fieldWriter, isEmpty, keyReader, numberOf, textOf } from './shared/fields.js'
import { readSettings, recordsOf } from './shared/settings.js'

/**
 * One record for all records that agree in the fields of `by`, in the order of first appearance. Without `by` all
 * records are one group. Empty values count in none of the sums and lists.
 */
export function group(ctx) {
  const settings = readSettings('Group', ctx.input.settings, ['by', 'values'])
  const by = settings.texts('by')
  const keys = by.map((path) => ({ read: fieldReader(path), write: fieldWriter(path) }))
  const values = settings.list('values', ['to', 'from', 'how', 'separator']).map(valueOf)
  const key = by.length === 0 ? () => '' : keyReader(by)

  const members = Map.groupBy(recordsOf('Group', ctx.input, 'records'), key)
  const groups = [...members.values()].map((records) => {
    const one = {}
    for (const { read, write } of keys) write(one, read(records[0]))
    for (const { write, make } of values) write(one, make(records))
    return one
  })
  return { groups }

  function valueOf(value) {
    const hows = ['count', 'sum', 'min', 'max', 'average', 'first', 'last', 'list', 'distinct', 'text']
    const how = value.choice('how', hows)
    const from = how === 'count' ? value.text('from', '') : value.text('from')
    const separator = value.text('separator', ', ')
    const write = fieldWriter(value.text('to'))
    if (from === '') return { write, make: (records) => records.length }
    const read = fieldReader(from)
    const numbers = (found) => found.map((entry) => numberIn(entry, from))
    const distinct = (found) => [...new Map(found.map((entry) => [textOf(entry), entry])).values()]
    const make = {
      count: (found) => found.length,
      sum: (found) => total(numbers(found)),
      average: (found) => (found.length === 0 ? undefined : rounded(total(numbers(found)) / found.length)),
      min: (found) =>
        found.reduce((best, entry) => (best === undefined || below(entry, best) ? entry : best), undefined),
      max: (found) =>
        found.reduce((best, entry) => (best === undefined || below(best, entry) ? entry : best), undefined),
      first: (found) => found[0],
      last: (found) => found.at(-1),
      list: (found) => found,
      distinct,
      text: (found) => distinct(found).map(textOf).join(separator),
    }[how]
    return { write, make: (records) => make(records.map(read).filter((entry) => !isEmpty(entry))) }
  }

  function numberIn(value, field) {
    const number = numberOf(value)
    if (Number.isFinite(number)) return number
    throw new Error(`Group: '${textOf(value).slice(0, 100)}' in the field ${field} is not a number`)
  }

  function total(numbers) {
    return rounded(numbers.reduce((sum, number) => sum + number, 0))
  }

  /** Without the last digits, in which 0.1 + 0.2 is not 0.3. */
  function rounded(number) {
    return Number(number.toPrecision(15))
  }

  /** Numbers by size, anything else as text. */
  function below(a, b) {
    const [left, right] = [numberOf(a), numberOf(b)]
    return Number.isNaN(left) || Number.isNaN(right) ? textOf(a) < textOf(b) : left < right
  }
}
