/** Which record of one list stands against which of the other; null where there is none. */
export type RecordPair = { locked: number | null; draft: number | null }

/**
 * Pairs the records of two lists that a change of code made of the same payload. Lists of one length are paired by
 * place, unless a field that tells their records apart shows that only the order has changed. In lists of different
 * lengths, such a field pairs what it can; without one, equal records are paired first and what is left in order.
 */
export function pairRecords(locked: readonly unknown[], draft: readonly unknown[]): RecordPair[] {
  const isSameLength = locked.length === draft.length
  const key = findKey(locked, draft, isSameLength ? 1 : minShared)
  if (isSameLength && key === null) return locked.map((_, place) => ({ locked: place, draft: place }))
  const found =
    key === null
      ? pairBy(locked, draft, sortedText)
      : pairBy(locked, draft, (record) => JSON.stringify((record as Fields)[key]))
  return key === null ? pairInOrder(found) : found
}

/** Share of the shorter list whose keys the other list must have. */
const minShared = 0.5

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The field whose values tell the records of both lists apart and that most of them have in common. */
function findKey(locked: readonly unknown[], draft: readonly unknown[], share: number): string | null {
  const [first] = locked
  if (!isFields(first) || draft.length === 0) return null
  let best: { name: string; shared: number } | null = null
  for (const name of Object.keys(first)) {
    const [before, after] = [keysOf(locked, name), keysOf(draft, name)]
    if (before === null || after === null) continue
    const shared = [...before].filter((value) => after.has(value)).length
    if (shared >= share * Math.min(before.size, after.size) && shared > (best?.shared ?? 0)) best = { name, shared }
  }
  return best?.name ?? null
}

/** The values of the field, each of which only one record has; null where two share one or a record has none. */
function keysOf(records: readonly unknown[], name: string): Set<string> | null {
  const keys = new Set<string>()
  for (const record of records) {
    const value = isFields(record) && Object.hasOwn(record, name) ? record[name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') return null
    keys.add(JSON.stringify(value))
  }
  return keys.size === records.length ? keys : null
}

/** Pairs of the records with the same text, then what has no counterpart. */
function pairBy(
  locked: readonly unknown[],
  draft: readonly unknown[],
  textOf: (record: unknown) => string,
): RecordPair[] {
  const places = Map.groupBy(draft.keys(), (place) => textOf(draft[place]))
  const pairs: RecordPair[] = locked.map((record, place) => ({
    locked: place,
    draft: places.get(textOf(record))?.shift() ?? null,
  }))
  const added = [...places.values()].flat().toSorted((one, other) => one - other)
  return [...pairs, ...added.map((place) => ({ locked: null, draft: place }))]
}

/** Pairs what is left of both lists in its order. */
function pairInOrder(pairs: readonly RecordPair[]): RecordPair[] {
  const added = pairs.filter((pair) => pair.locked === null)
  const paired = pairs
    .filter((pair) => pair.locked !== null)
    .map((pair) => (pair.draft === null ? { ...pair, draft: added.shift()?.draft ?? null } : pair))
  return [...paired, ...added]
}

/** The same text for records that differ in the order of their names only. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  ) ?? ''
