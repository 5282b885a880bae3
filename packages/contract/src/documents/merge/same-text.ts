/** Whether two JSON values are written the same: unlike `isSameJson`, the order of names counts. */
export function isSameText(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  const others = Object.keys(b)
  return (
    names.length === others.length &&
    names.every(
      (name, index) =>
        name === others[index] &&
        isSameText((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  )
}
