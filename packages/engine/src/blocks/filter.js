import { contextValue, fieldReader, isEmpty, numberOf, textOf } from './shared/fields.js'
import { prepared, readSettings, recordsOf } from './shared/settings.js'

/** Parts records: those that meet the conditions go to `kept`, all others to `others`. */
export function filter(ctx) {
  const passes = prepared(ctx, () => {
    const settings = readSettings('Filter', ctx.input.settings, ['match', 'conditions'])
    const any = settings.choice('match', ['all', 'any']) === 'any'
    const names = ['field', 'is', 'value', 'fromContext', 'ignoreCase']
    const tests = settings.list('conditions', names, 1).map(testOf)
    return (record) => (any ? tests.some((test) => test(record)) : tests.every((test) => test(record)))
  })
  const kept = []
  const others = []
  for (const record of recordsOf('Filter', ctx.input, 'records')) (passes(record) ? kept : others).push(record)
  return { kept, others }

  /** One condition as a function of the record. */
  function testOf(condition) {
    const read = fieldReader(condition.text('field'))
    const is = condition.choice('is', [
      'equals',
      'not equals',
      'contains',
      'starts with',
      'ends with',
      'matches',
      'greater than',
      'at least',
      'less than',
      'at most',
      'is empty',
      'is not empty',
      'is one of',
    ])
    if (is === 'is empty') return (record) => isEmpty(read(record))
    if (is === 'is not empty') return (record) => !isEmpty(read(record))
    const ignoreCase = condition.flag('ignoreCase', false)
    const value = wanted(condition)
    if (is === 'is one of') {
      if (!Array.isArray(value)) throw condition.wrong('value', 'is not a list')
      const tests = value.map((entry) => equalTo(entry, ignoreCase))
      return (record) => tests.some((test) => test(read(record)))
    }
    if (typeof value === 'object') throw condition.wrong('value', 'is not a text, a number, true or false')
    if (is === 'equals' || is === 'not equals') {
      const test = equalTo(value, ignoreCase)
      return (record) => test(read(record)) === (is === 'equals')
    }
    if (is === 'matches') {
      const pattern = patternOf(condition, value, ignoreCase)
      return (record) => pattern.test(textOf(read(record)))
    }
    const order = {
      'greater than': (way) => way > 0,
      'at least': (way) => way >= 0,
      'less than': (way) => way < 0,
      'at most': (way) => way <= 0,
    }[is]
    if (order) return (record) => order(compare(read(record), value))
    const folded = (text) => (ignoreCase ? textOf(text).toLowerCase() : textOf(text))
    const part = folded(value)
    if (is === 'contains') return (record) => folded(read(record)).includes(part)
    if (is === 'starts with') return (record) => folded(read(record)).startsWith(part)
    return (record) => folded(read(record)).endsWith(part)
  }

  function wanted(condition) {
    if (condition.has('fromContext')) return contextValue(ctx, condition, 'fromContext')
    if (!condition.has('value')) throw condition.wrong('value', 'is missing')
    return condition.value('value') ?? ''
  }

  /** A number is compared as a number, so that 5 equals '5.0'; anything else as text. */
  function equalTo(value, ignoreCase) {
    if (typeof value === 'number') return (found) => numberOf(found) === value
    const folded = (found) => (ignoreCase ? textOf(found).toLowerCase() : textOf(found))
    const text = folded(value)
    return (found) => folded(found) === text
  }

  function patternOf(condition, value, ignoreCase) {
    try {
      return new RegExp(textOf(value), ignoreCase ? 'iu' : 'u')
    } catch (problem) {
      throw condition.wrong('value', `is no pattern: ${problem.message}`)
    }
  }

  /** Below, at or above 0; NaN, which meets no condition, for an empty field and for a text against a number. */
  function compare(found, value) {
    if (isEmpty(found)) return NaN
    const [a, b] = [numberOf(found), numberOf(value)]
    if (typeof value === 'number' || (!Number.isNaN(a) && !Number.isNaN(b))) return a - b
    const [text, other] = [textOf(found), textOf(value)]
    return text < other ? -1 : text > other ? 1 : 0
  }
}
