import { contextValue, fieldReader, fieldWriter, fresh, isEmpty, numberOf, textOf } from './shared/fields.js'
import { prepared, readSettings, recordsOf } from './shared/settings.js'

/** Makes new records out of old ones: renames, fills, joins and converts fields. */
export function mapFields(ctx) {
  const plan = prepared(ctx, () => {
    const settings = readSettings('Map fields', ctx.input.settings, ['fields', 'keepOthers', 'remove', 'whenWrong'])
    const names = ['to', 'from', 'fromContext', 'value', 'template', 'as', 'default', 'treatAsEmpty']
    return {
      keepOthers: settings.flag('keepOthers', false),
      whenWrong: settings.choice('whenWrong', ['keep', 'empty', 'error']),
      fields: settings.list('fields', names).map(fieldOf),
      remove: settings.texts('remove').map(fieldWriter),
    }
  })
  const records = recordsOf('Map fields', ctx.input, 'records').map((record) => {
    const mapped = plan.keepOthers ? { ...record } : {}
    for (const { write, make } of plan.fields) write(mapped, make(record))
    for (const write of plan.remove) write(mapped, undefined)
    return mapped
  })
  return { records }

  /** What writes one field, and what makes its value of a record; undefined leaves the field out. */
  function fieldOf(field) {
    const to = field.text('to')
    const source = sourceOf(field)
    const convert = converter(field.choice('as', ['as it is', 'text', 'number', 'whole number', 'boolean']), to)
    const empty = field.texts('treatAsEmpty')
    const blank = (value) => isEmpty(value) || (empty.length > 0 && empty.includes(textOf(value)))
    const absent = field.value('default')
    const make = (record) => {
      const value = source(record, blank)
      const converted = blank(value) ? undefined : convert(value)
      return converted === undefined ? fresh(absent) : converted
    }
    return { write: fieldWriter(to), make }
  }

  function sourceOf(field) {
    const given = ['from', 'fromContext', 'value', 'template'].filter((name) => field.has(name))
    if (given.length !== 1) throw field.wrong('', 'needs exactly one of from, fromContext, value and template')
    if (given[0] === 'from') return fieldReader(field.text('from'))
    if (given[0] === 'template') return filled(field.text('template'))
    const value = given[0] === 'value' ? field.value('value') : contextValue(ctx, field, 'fromContext')
    return () => fresh(value)
  }

  /** '{brand} {name}': where a field is empty, the space beside it goes too; all empty gives nothing. */
  function filled(template) {
    const parts = template.split(/\{([^{}]+)\}/).map((part, index) => (index % 2 === 0 ? part : fieldReader(part)))
    return (record, blank) => {
      let full = 0
      let gaps = 0
      let text = ''
      for (const part of parts) {
        if (typeof part === 'string') text += part
        else {
          const value = part(record)
          if (blank(value)) gaps++
          else full++
          text += blank(value) ? '' : textOf(value)
        }
      }
      if (gaps === 0) return text
      return full === 0 ? undefined : text.replace(/ {2,}/g, ' ').trim()
    }
  }

  /** What turns a value into the wanted type; `whenWrong` says what becomes of one that cannot be turned. */
  function converter(as, to) {
    const number = (whole) => (value) => {
      const found = numberOf(value)
      // An article number of twenty digits would lose some of them.
      const isLong = Number.isInteger(found) && !Number.isSafeInteger(found)
      if (isLong && typeof value === 'string' && !/e/i.test(value)) return undefined
      return Number.isFinite(found) && (!whole || Number.isInteger(found)) ? found : undefined
    }
    const words = { true: true, yes: true, 1: true, false: false, no: false, 0: false }
    const turn = {
      text: textOf,
      number: number(false),
      'whole number': number(true),
      boolean(value) {
        const word = textOf(value).trim().toLowerCase()
        return Object.hasOwn(words, word) ? words[word] : undefined
      },
    }[as]
    if (!turn) return (value) => value
    return (value) => {
      const turned = turn(value)
      if (turned !== undefined) return turned
      if (plan.whenWrong === 'keep') return value
      if (plan.whenWrong === 'empty') return undefined
      throw new Error(`Map fields: '${textOf(value).slice(0, 100)}' for ${to} is not a ${as}`)
    }
  }
}
