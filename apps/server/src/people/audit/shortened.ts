const longestText = 2000
const longestList = 200

/** A stored value as a list shows it: texts and lists beyond what anybody reads in a table are cut and say so. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= longestText ? value : `${value.slice(0, longestText)}… (${value.length} characters)`
  }
  if (Array.isArray(value)) {
    const kept = value.slice(0, longestList).map(shortened)
    return value.length <= longestList ? kept : [...kept, `… (${value.length} entries)`]
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
}
