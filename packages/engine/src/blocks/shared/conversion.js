/** The number of a value, texts read by `read`; undefined for what is none, or too long to be kept. */
export function numberFrom(value, read, whole) {
  const found = typeof value === 'string' ? read(value) : value
  if (typeof found !== 'number' || !Number.isFinite(found)) return undefined
  // An article number of twenty digits would lose some of them.
  const isLong = Number.isInteger(found) && !Number.isSafeInteger(found)
  if (isLong && typeof value === 'string' && !/e/i.test(value)) return undefined
  return whole && !Number.isInteger(found) ? undefined : found
}

/** true or false of a value such as 'Yes'; undefined for what is neither. */
export function booleanFrom(value) {
  const words = { true: true, yes: true, 1: true, false: false, no: false, 0: false }
  const word = String(value).trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** The text of a date that `read` finds in a value; undefined for what is none. */
export function dateFrom(value, read, write) {
  const text = value instanceof Date ? value.toISOString() : value
  const date = typeof text === 'string' ? read(text.trim()) : undefined
  return date && write(date)
}
