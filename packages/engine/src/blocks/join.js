import { fresh, isEmpty, keyReader, put } from './shared/fields.js'
import { isObject, prepared, readSettings, recordsOf } from './shared/settings.js'

/**
 * Brings together records of two lists that have the same key. `left` may be of any length and streams; `right` is held
 * whole. A left record with several partners gives several records; one without goes to `leftOnly`. Empty keys have no
 * partner.
 */
export function join(ctx) {
  const { index, leftKey, combine, keepAll } = prepared(ctx, () => {
    const names = ['on', 'how', 'wins', 'mergeObjects', 'rightInto']
    const settings = readSettings('Join', ctx.input.settings, names)
    const on = settings.list('on', ['left', 'right'], 1)
    const rightKey = keyReader(on.map((pair) => pair.text('right')))
    return {
      leftKey: keyReader(on.map((pair) => pair.text('left'))),
      keepAll: settings.choice('how', ['inner', 'left']) === 'left',
      combine: combiner(settings),
      index: Map.groupBy(recordsOf('Join', ctx.input, 'right'), rightKey),
    }
  })
  const joined = []
  const leftOnly = []
  for (const left of recordsOf('Join', ctx.input, 'left')) {
    const key = leftKey(left)
    const partners = key === undefined ? undefined : index.get(key)
    if (partners) for (const right of partners) joined.push(combine(left, right))
    else {
      leftOnly.push(left)
      if (keepAll) joined.push(left)
    }
  }
  return { joined, leftOnly }

  function combiner(settings) {
    const rightWins = settings.choice('wins', ['left', 'right']) === 'right'
    const deep = settings.flag('mergeObjects', false)
    const into = settings.text('rightInto', '')
    if (into !== '') return (left, right) => ({ ...left, [into]: fresh(right) })
    return (left, right) => (rightWins ? laidOver(left, own(right), deep) : laidOver(own(right), left, deep))
  }

  /** A right record may have several partners, each of which gets lists and objects of its own. */
  function own(right) {
    return Object.values(right).some((value) => typeof value === 'object') ? fresh(right) : right
  }

  /** The fields of both; where both have one, that of `upper` unless it is empty. */
  function laidOver(lower, upper, deep) {
    const result = { ...lower }
    for (const [name, value] of Object.entries(upper)) {
      const below = Object.hasOwn(lower, name) ? lower[name] : undefined
      if (isEmpty(value) && !isEmpty(below)) continue
      const both = deep && isObject(value) && isObject(below)
      put(result, name, both ? laidOver(below, value, deep) : value)
    }
    return result
  }
}
