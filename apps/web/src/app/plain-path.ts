/** '/create-password?t=1' → '/#/create-password?t=1'; null when the address is in hash form already (D-15). */
export function hashFormOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  if (hash.startsWith('#/') || (pathname === '/' && search === '')) return null
  return `/#${pathname}${search}`
}

/** Moves a typed or e-mailed plain path to its hash form and keeps the query. */
export function toHashForm() {
  const target = hashFormOf(window.location)
  if (target !== null) window.history.replaceState(null, '', target)
}
