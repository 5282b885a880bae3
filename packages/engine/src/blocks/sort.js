import { fieldReader, numberOf, textOf } from './shared/fields.js'
import { readSettings, recordsOf } from './shared/settings.js'

/** Puts records in order. Records that are equal in all fields of `by` stay in the order they came. */
export function sort(ctx) {
  const settings = readSettings('Sort', ctx.input.settings, ['by'])
  const orders = settings.list('by', ['field', 'direction', 'as', 'locale', 'emptyFirst'], 1).map(orderOf)
  const records = recordsOf('Sort', ctx.input, 'records')

  // What is compared is read once for each record, not once for each comparison.
  const rows = records.map((record) => ({ record, values: orders.map((order) => order.read(record)) }))
  rows.sort((a, b) => {
    for (let i = 0; i < orders.length; i++) {
      const way = orders[i].compare(a.values[i], b.values[i])
      if (way !== 0) return way
    }
    return 0
  })
  return { records: rows.map((row) => row.record) }

  function orderOf(setting) {
    const field = fieldReader(setting.text('field'))
    const sign = setting.choice('direction', ['ascending', 'descending']) === 'ascending' ? 1 : -1
    const emptySign = setting.flag('emptyFirst', false) ? -1 : 1
    const as = setting.choice('as', ['text', 'number', 'date'])
    const read = { text: textRead, number: numberOf, date: (value) => Date.parse(textOf(value)) }[as]
    const order = as === 'text' ? textOrder(setting) : (a, b) => a - b
    const empty = (value) => value === undefined || Number.isNaN(value)
    return {
      read: (record) => read(field(record)),
      compare(a, b) {
        if (empty(a) || empty(b)) return (empty(a) - empty(b)) * emptySign
        return order(a, b) * sign
      },
    }
  }

  function textRead(value) {
    const text = textOf(value)
    return text === '' ? undefined : text
  }

  /** With a locale as its dictionaries sort, else by the codes of the characters. */
  function textOrder(setting) {
    const locale = setting.text('locale', '')
    if (locale === '') return (a, b) => (a < b ? -1 : a > b ? 1 : 0)
    try {
      return new Intl.Collator(locale).compare
    } catch {
      throw setting.wrong('locale', `is '${locale}', which is no locale; write it as de-DE`)
    }
  }
}
