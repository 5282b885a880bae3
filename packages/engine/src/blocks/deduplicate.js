import { keyReader, sortedJson } from './shared/fields.js'
import { readSettings, recordsOf } from './shared/settings.js'

/**
 * Keeps one record of each key; the others go to `duplicates`. Without `by` the whole record is the key. Records whose
 * key is empty are all kept.
 */
export function deduplicate(ctx) {
  const settings = readSettings('Deduplicate', ctx.input.settings, ['by', 'keep', 'ignoreCase'])
  const by = settings.texts('by')
  const last = settings.choice('keep', ['first', 'last']) === 'last'
  const ignoreCase = settings.flag('ignoreCase', false)
  const read = by.length === 0 ? sortedJson : keyReader(by)
  const key = (record) => (ignoreCase ? read(record)?.toLowerCase() : read(record))

  const records = recordsOf('Deduplicate', ctx.input, 'records')
  const keys = records.map(key)
  const kept = new Map()
  keys.forEach((found, position) => {
    if (last || !kept.has(found)) kept.set(found, position)
  })
  const unique = []
  const duplicates = []
  records.forEach((record, position) => {
    const stays = keys[position] === undefined || kept.get(keys[position]) === position
    ;(stays ? unique : duplicates).push(record)
  })
  return { unique, duplicates }
}
