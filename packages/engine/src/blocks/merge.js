import { isEmpty, keyReader } from './shared/fields.js'
import { readSettings, recordsOf } from './shared/settings.js'

/**
 * Puts two lists together: `first`, then `second`. With `by`, records of the same key become one, in the place of the
 * first of them; the filled fields of the later one win. Records whose key is empty stay by themselves.
 */
export function merge(ctx) {
  const settings = readSettings('Merge', ctx.input.settings ?? {}, ['by'])
  const by = settings.texts('by')
  const all = [...recordsOf('Merge', ctx.input, 'first'), ...recordsOf('Merge', ctx.input, 'second')]
  if (by.length === 0) return { records: all }

  const key = keyReader(by)
  const places = new Map()
  const records = []
  for (const record of all) {
    const of = key(record)
    const place = of === undefined ? undefined : places.get(of)
    if (place !== undefined) records[place] = laidOver(records[place], record)
    else {
      if (of !== undefined) places.set(of, records.length)
      records.push(record)
    }
  }
  return { records }

  function laidOver(earlier, later) {
    const filled = Object.entries(later).filter(([name, value]) => !isEmpty(value) || !Object.hasOwn(earlier, name))
    return { ...earlier, ...Object.fromEntries(filled) }
  }
}
