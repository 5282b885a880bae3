/** Missing, null, an empty text or an empty list. */
export function isEmpty(value) {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * A function that reads one field of a record: 'price', or 'battery.capacity' for a field of an object inside. A column
 * whose own name has a dot in it comes first. What is not there is undefined.
 */
export function fieldReader(path) {
  const own = (value, key) =>
    value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined
  if (!path.includes('.')) return (record) => own(record, path)
  const keys = path.split('.')
  return (record) => (Object.hasOwn(record, path) ? record[path] : keys.reduce(own, record))
}

/**
 * A function that sets a field of a record that the block has copied; undefined takes the field away. Objects on the way
 * are copied, so that other readers of the record see no change.
 */
export function fieldWriter(path) {
  if (!path.includes('.')) return (record, value) => put(record, path, value)
  const keys = path.split('.')
  const last = keys.pop()
  return (record, value) => {
    if (Object.hasOwn(record, path)) return put(record, path, value)
    let target = record
    for (const key of keys) {
      const inner = Object.hasOwn(target, key) ? target[key] : undefined
      const there = inner !== null && typeof inner === 'object'
      if (!there && value === undefined) return
      const copied = there ? (Array.isArray(inner) ? [...inner] : { ...inner }) : {}
      put(target, key, copied)
      target = copied
    }
    put(target, last, value)
  }
}

/** Sets one field as data, whatever it is called: a plain assignment to __proto__ would make none. */
export function put(target, name, value) {
  if (value === undefined) delete target[name]
  else if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
  } else target[name] = value
}

/** A value as text, to compare or to show: 5 and '5' are the same, what is empty is ''. */
export function textOf(value) {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? sortedJson(value) : String(value)
}

/** JSON in which the order of fields plays no part. */
export function sortedJson(value) {
  return JSON.stringify(value, (_key, inner) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** A number as it is, or one written plainly in a text such as '12.5'; anything else, '0x10' too, is NaN. */
export function numberOf(value) {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)) return NaN
  return Number(value)
}

/** A function that gives the key of a record in these fields as text; undefined when all of them are empty. */
export function keyReader(paths) {
  const readers = paths.map(fieldReader)
  if (readers.length === 1) {
    const [read] = readers
    return (record) => {
      const value = read(record)
      return isEmpty(value) ? undefined : textOf(value)
    }
  }
  return (record) => {
    const values = readers.map((read) => read(record))
    return values.every(isEmpty) ? undefined : JSON.stringify(values.map(textOf))
  }
}

/** A constant of the run, such as 'locale.country': a path in ctx.rt_context. */
export function contextValue(ctx, settings, name) {
  const path = settings.text(name)
  const value = fieldReader(path)(ctx.rt_context ?? {})
  if (isEmpty(value)) throw settings.wrong(name, `is '${path}', which this run does not have`)
  return value
}

/** A copy of a list or object of the settings or of a table, so that each record has its own; other values as they are. */
export function fresh(value) {
  return value !== null && typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value
}
