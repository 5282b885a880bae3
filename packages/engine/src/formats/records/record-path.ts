/**
 * Segments of a record path: 'data/items', 'data.items', '/data/items', '$.data.items[*]' all give ['data', 'items'].
 * With a slash anywhere, dots belong to the names.
 */
export function parseRecordPath(path: string | undefined): string[] {
  const text = (path ?? '')
    .trim()
    .replace(/^\$\.?/, '')
    .replaceAll('[*]', '')
  return text.split(text.includes('/') ? '/' : '.').filter((segment) => segment !== '')
}

/** The record path of these segments; undefined where none leads there, since a name has a slash. */
export function recordPathOf(segments: readonly string[]): string | undefined {
  if (segments.some((segment) => segment.includes('/'))) return undefined
  return segments.length === 1 && /[.$]/.test(segments[0] as string) ? `/${segments[0]}` : segments.join('/')
}

/** Follows own properties only; undefined where the path leads nowhere. */
export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}
