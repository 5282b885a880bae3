import { fieldReader, fieldWriter, isEmpty, put, textOf } from './shared/fields.js'
import { isObject, prepared, readSettings, recordsOf } from './shared/settings.js'

/**
 * Makes one record of each entry of a list, or of each part of a text between separators. The other fields are the same
 * in all of them. A record whose field is empty passes as it is, or is dropped.
 */
export function split(ctx) {
  const { read, write, clear, parts, number, spread, drop } = prepared(ctx, () => {
    const names = ['field', 'separator', 'to', 'index', 'spread', 'whenEmpty']
    const settings = readSettings('Split', ctx.input.settings, names)
    const field = settings.text('field')
    const separator = settings.text('separator', '')
    const index = settings.text('index', '')
    return {
      read: fieldReader(field),
      clear: fieldWriter(field),
      write: fieldWriter(settings.text('to', field)),
      number: index === '' ? undefined : fieldWriter(index),
      spread: settings.flag('spread', false),
      drop: settings.choice('whenEmpty', ['keep', 'drop']) === 'drop',
      parts: (value) => (Array.isArray(value) ? value : separated(value, separator)),
    }
  })
  const records = []
  for (const record of recordsOf('Split', ctx.input, 'records')) {
    const value = read(record)
    const entries = isEmpty(value) ? [] : parts(value)
    if (entries.length === 0 && !drop) records.push(record)
    entries.forEach((entry, position) => {
      const one = { ...record }
      clear(one, undefined)
      if (spread && isObject(entry)) for (const [name, inner] of Object.entries(entry)) put(one, name, inner)
      else write(one, entry)
      if (number) number(one, position + 1)
      records.push(one)
    })
  }
  return { records }

  function separated(value, separator) {
    if (separator === '' || typeof value === 'object') return [value]
    const found = textOf(value).split(separator)
    return found.map((part) => part.trim()).filter((part) => part !== '')
  }
}
