/** Search text, selection, opened row and its tab, kept in the address. */
export type DeploymentsPlace = { text: string; picked: ReadonlySet<string>; open: string | null; tab: string | null }

type Search = Record<string, string>

export function readDeploymentsPlace(search: Search): DeploymentsPlace {
  const picked = (search.rows ?? '').split(',').filter((id) => id !== '')
  return { text: search.q ?? '', picked: new Set(picked), open: search.open ?? null, tab: search.tab ?? null }
}

export function writeDeploymentsPlace({ text, picked, open, tab }: DeploymentsPlace): Record<string, string | null> {
  return { q: text || null, rows: [...picked].join(',') || null, open, tab: open === null ? null : tab }
}

/** The rows whose words hold every word of the text, capitals or not. */
export function searchRows<T>(rows: readonly T[], text: string, wordsOf: (row: T) => string): T[] {
  const wanted = text.toLowerCase().split(/\s+/)
  return rows.filter((row) => {
    const words = wordsOf(row).toLowerCase()
    return wanted.every((word) => words.includes(word))
  })
}

/** The selection with some rows ticked or cleared. */
export function pickRows(picked: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const rest = [...picked].filter((id) => !ids.includes(id))
  return new Set(on ? [...rest, ...ids] : rest)
}
