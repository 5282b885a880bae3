/** Whether two JSON values are the same: order of names does not matter, 1 and true differ (draft-07, 4.2.3). */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  }
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) &&
        isSameJson((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  )
}

/** A text that is the same for the same values only. */
function identity(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value === 0 ? 0 : value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${identity(item)}`).join()}}`
}

/** The places of two equal entries, earlier first, or null. Takes time in proportion to the size of the list. */
export function findDuplicate(list: readonly unknown[]): [number, number] | null {
  if (list.length < 2) return null
  const plain = new Map<unknown, number>()
  const compound = new Map<unknown, number>()
  for (const [index, item] of list.entries()) {
    const isCompound = item !== null && typeof item === 'object'
    const seen = isCompound ? compound : plain
    const key = isCompound ? identity(item) : item
    const before = seen.get(key)
    if (before !== undefined) return [before, index]
    seen.set(key, index)
  }
  return null
}
