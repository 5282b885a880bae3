const maxTextLength = 2000
const maxListLength = 200

/** A stored value as a list shows it: texts and lists beyond what anybody reads in a table are cut and say so. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength)}… (${value.length} characters)`
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, maxListLength).map(shorten)
    return value.length <= maxListLength ? kept : [...kept, `… (${value.length} entries)`]
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]))
}
