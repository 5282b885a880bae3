// Counts that may shrink but not grow: each kind of fault has a bound, and a check fails above it.

/**
 * Prints each count beside its bound, and names what was found of a kind that has too many.
 * @param {Record<string, string[]>} found a line for each fault, by kind
 * @param {Record<string, number>} bounds how many of each kind there may be
 * @param {(line: string) => void} log
 * @returns {boolean} whether all bounds hold
 */
export function reportCounts(found, bounds, log = console.log) {
  let ok = true
  for (const [kind, lines] of Object.entries(found)) {
    log(`${kind}: ${lines.length} (at most ${bounds[kind]})`)
    if (lines.length <= bounds[kind]) continue
    ok = false
    for (const line of lines) log(`  ${line}`)
  }
  return ok
}
