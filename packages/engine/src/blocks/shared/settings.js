/**
 * Reads settings and says in one sentence what is wrong with them, such as
 * "Filter: settings.conditions[0].field is missing". A name that is no setting is told too: it would do nothing.
 */
export function readSettings(block, given, names, path = 'settings') {
  const wrong = (name, text) => new Error(`${block}: ${path}${name === '' ? '' : `.${name}`} ${text}`)
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw wrong('', given === undefined || given === null ? 'is missing' : 'is not an object')
  }
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw wrong(name, `is not a setting; the settings are ${names.join(', ')}`)
  }
  const value = (name) => {
    const found = Object.hasOwn(given, name) ? given[name] : undefined
    return found === null || found === '' ? undefined : found
  }
  const typed = (type, what) => (name, absent) => {
    const found = value(name)
    if (found === undefined && absent !== undefined) return absent
    if (found === undefined) throw wrong(name, 'is missing')
    if (typeof found !== type) throw wrong(name, `is not ${what}`)
    return found
  }
  const text = typed('string', 'a text')
  const list = (name, what, fits) => {
    const found = value(name) ?? []
    if (!Array.isArray(found)) throw wrong(name, `is not a list of ${what}`)
    found.forEach((entry, index) => {
      if (!fits(entry)) throw wrong(`${name}[${index}]`, `is not ${what === 'texts' ? 'a text' : 'an object'}`)
    })
    return found
  }
  return {
    wrong,
    /** The value as it is given; undefined when it is missing, null or an empty text. */
    value,
    has: (name) => Object.hasOwn(given, name) && given[name] !== undefined,
    /** Without a second argument the setting is required; so in `flag` and `number`. */
    text,
    flag: typed('boolean', 'true or false'),
    number: typed('number', 'a number'),
    choice(name, choices) {
      const found = text(name, choices[0])
      if (!choices.includes(found)) throw wrong(name, `is '${found}', but must be one of ${choices.join(', ')}`)
      return found
    },
    texts: (name) => list(name, 'texts', (entry) => typeof entry === 'string' && entry !== ''),
    /** A list of objects with settings of their own; `least` of them must be there. */
    list(name, inner, least = 0) {
      const entries = list(name, 'objects', (entry) => entry !== null && typeof entry === 'object')
      if (entries.length < least) throw wrong(name, 'is missing')
      return entries.map((entry, index) => readSettings(block, entry, inner, `${path}.${name}[${index}]`))
    },
  }
}

/** Does the work once where a list comes in many pieces, and hands the result to each call. */
export function prepared(ctx, work) {
  return ctx.once ? ctx.once(work) : work()
}

/** The records of an input. A list with anything else in it is refused, naming the entry. */
export function recordsOf(block, input, port) {
  const list = input[port]
  if (list === undefined) throw new Error(`${block}: nothing leads to the input '${port}'`)
  if (!Array.isArray(list)) throw new Error(`${block}: the input '${port}' is not a list`)
  for (let i = 0; i < list.length; i++) {
    if (!isObject(list[i])) throw new Error(`${block}: entry ${i + 1} of '${port}' is not a record`)
  }
  return list
}

export function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
