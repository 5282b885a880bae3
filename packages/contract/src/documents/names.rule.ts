/** Names are compared trimmed and without regard to case (D-117). */
export const nameKey = (name: string): string => name.trim().toLowerCase()

/** Characters of a name at most: more than anybody reads, and little enough for the index that keeps names apart. */
export const maxNameLength = 250

/** Smallest free 'Name (n)' among the names already in the folder (D-116, FLD-017). */
export function findFreeName(name: string, taken: Iterable<string>): string {
  const keys = new Set([...taken].map(nameKey))
  if (!keys.has(nameKey(name))) return name.trim()
  for (let n = 1; ; n++) {
    const candidate = `${name.trim()} (${n})`
    if (!keys.has(nameKey(candidate))) return candidate
  }
}

/** Names of sub kinds, ports and sinks are identifiers: code reads them as properties of ctx. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)
