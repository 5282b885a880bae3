import { isSameText } from './same-text.ts'

/** An object or a list as named parts in their order. */
export type Entries = Map<string, unknown>
/** The three forms of one value; a list or object that is not there has no parts. */
export type Sides<T> = { base: T; mine: T; theirs: T }

type Plain = Record<string, unknown>

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const sidesOf = <A, B>({ base, mine, theirs }: Sides<A>, map: (side: A) => B): Sides<B> => ({
  base: map(base),
  mine: map(mine),
  theirs: map(theirs),
})

export const objectEntries = (value: unknown): Entries => new Map(isPlain(value) ? Object.entries(value) : [])

/** Fields by which the entries of a list are told apart, the first that serves all three lists. */
const identities = ['_id', 'id', 'name', 'dataSubKind', 'key'] as const

/**
 * The entries of the three lists under names that say which are the same one: their own value for plain values that come
 * once each, their name or id for objects that have one, else their place beside equal neighbours.
 */
export function listEntries(lists: Sides<readonly unknown[]>): Sides<Entries> {
  const all = [lists.base, lists.mine, lists.theirs]
  const plain = (item: unknown) => (typeof item === 'object' && item !== null ? null : JSON.stringify(item))
  if (all.every((list) => isKeyedBy(list, plain))) return sidesOf(lists, (list) => keyed(list, plain))
  for (const field of identities) {
    const named = (item: unknown) =>
      isPlain(item) && typeof item[field] === 'string' && item[field] !== '' ? item[field] : null
    if (all.every((list) => isKeyedBy(list, named))) return sidesOf(lists, (list) => keyed(list, named))
  }
  return alignedEntries(lists)
}

type KeyOf = (item: unknown) => string | null

function isKeyedBy(list: readonly unknown[], keyOf: KeyOf): boolean {
  const keys = list.map(keyOf)
  return !keys.includes(null) && new Set(keys).size === list.length
}

const keyed = (list: readonly unknown[], keyOf: KeyOf): Entries =>
  new Map(list.map((item) => [keyOf(item) ?? '', item]))

/** Entries are called by their place in the base; what a side has added is called by its place there. */
function alignedEntries({ base, mine, theirs }: Sides<readonly unknown[]>): Sides<Entries> {
  const namesOfMine = alignedNames(base, mine)
  const namesOfTheirs = alignedNames(base, theirs)
  const added = mine.flatMap((item, at) => (namesOfMine[at] === null ? [{ item, at, taken: false }] : []))
  const name = (at: number) => `+${at}`
  // What both have added in the same words is one entry.
  const theirName = (item: unknown, at: number): string => {
    const same = added.find((entry) => !entry.taken && isSameText(entry.item, item))
    if (same === undefined) return `+${mine.length + at}`
    same.taken = true
    return name(same.at)
  }
  return {
    base: new Map(base.map((item, at) => [String(at), item])),
    mine: new Map(mine.map((item, at) => [namesOfMine[at] ?? name(at), item])),
    theirs: new Map(theirs.map((item, at) => [namesOfTheirs[at] ?? theirName(item, at), item])),
  }
}

/** For each entry of `side` the place in `base` of the one that it was, null for one that is new. */
function alignedNames(base: readonly unknown[], side: readonly unknown[]): (string | null)[] {
  const names: (string | null)[] = side.map(() => null)
  let [baseFrom, sideFrom] = [0, 0]
  for (const [baseAt, sideAt] of [...commonEntries(base, side), [base.length, side.length] as const]) {
    // Between two equal neighbours as many entries as before are taken for the same ones, changed.
    if (baseAt - baseFrom === sideAt - sideFrom)
      for (let at = 0; at < sideAt - sideFrom; at++) names[sideFrom + at] = String(baseFrom + at)
    if (sideAt < side.length) names[sideAt] = String(baseAt)
    ;[baseFrom, sideFrom] = [baseAt + 1, sideAt + 1]
  }
  return names
}

/** Places of equal entries in both lists, in order, as many as there can be. Long lists share their ends only. */
function commonEntries(a: readonly unknown[], b: readonly unknown[]): (readonly [number, number])[] {
  let head = 0
  while (head < a.length && head < b.length && isSameText(a[head], b[head])) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && isSameText(a[a.length - 1 - tail], b[b.length - 1 - tail]))
    tail++
  const inner = longestCommon(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  return [
    ...Array.from({ length: head }, (_, at) => [at, at] as const),
    ...inner.map(([i, j]) => [i + head, j + head] as const),
    ...Array.from({ length: tail }, (_, at) => [a.length - tail + at, b.length - tail + at] as const),
  ]
}

/** Comparisons at most of a list without names: 1,000 changed entries on both sides. */
const maxComparisons = 1_000_000

function longestCommon(a: readonly unknown[], b: readonly unknown[]): (readonly [number, number])[] {
  if (a.length * b.length === 0 || a.length * b.length > maxComparisons) return []
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  const same = a.map((item) => b.map((other) => isSameText(item, other)))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = same[i]?.[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (same[i]?.[j]) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}
