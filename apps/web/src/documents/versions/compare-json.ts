import { type Entries, isPlain, listEntries, objectEntries } from '@millrace/contract/documents/merge/entries'
import { isSameText } from '@millrace/contract/documents/merge/same-text'

export type CompareState = 'same' | 'added' | 'removed' | 'changed' | 'moved'

/**
 * One line of a comparison. A value that holds others has a line of its own, followed by theirs; what was added or
 * removed has one line for all of it.
 */
export type CompareLine = {
  /** Where it is in the newer version, in the older one where it was removed: a JSON pointer, unlike any other line's. */
  id: string
  pointer: string
  depth: number
  name: string
  state: CompareState
  /** 'list' and 'object' are followed by what they hold. */
  holds: 'object' | 'list' | null
  /** Differences below. */
  inside: number
  before: unknown
  after: unknown
  /** Where it was moved from: another place in the document, or other neighbours in the same list or object. */
  from?: string
}
export type CompareCounts = Record<Exclude<CompareState, 'same'>, number>
type Comparison = { lines: CompareLine[]; counts: CompareCounts }

/**
 * Compares two JSON values by structure. Entries of lists are told apart by their name or id where they have one, else by
 * equal neighbours; the order of names counts, as forms are drawn in it. Something of some size that is missing in one
 * place and new in another was moved.
 */
export function compareJson(before: unknown, after: unknown): Comparison {
  const lines: CompareLine[] = []
  compareValue(lines, { name: '', pointer: '', beforePointer: '', depth: 0, before, after })
  joinMoved(lines)
  const inner = countInside(lines)
  const counts: CompareCounts = { added: 0, removed: 0, changed: 0, moved: 0 }
  for (const { state } of inner) if (state !== 'same') counts[state]++
  return { lines: inner, counts }
}

/** The lines that differ, and those that lead to them. */
export const onlyDifferences = (lines: readonly CompareLine[]): CompareLine[] =>
  lines.filter(({ state, inside }) => state !== 'same' || inside > 0)

type Pair = {
  name: string
  pointer: string
  beforePointer: string
  depth: number
  before: unknown
  after: unknown
  moved?: boolean
}

function compareValue(lines: CompareLine[], pair: Pair): void {
  const { name, depth, before, after, moved = false } = pair
  const isRemoved = after === undefined
  const pointer = isRemoved ? pair.beforePointer : pair.pointer
  const holds = holdsBoth(before, after)
  const line: CompareLine = {
    id: `${isRemoved ? '-' : '+'}${pointer}`,
    pointer,
    depth,
    name,
    state: stateOf(before, after, holds, moved),
    holds,
    inside: 0,
    before,
    after,
  }
  if (moved) line.from = pair.beforePointer
  lines.push(line)
  if (holds !== null) compareEntries(lines, pair, holds)
}

function stateOf(before: unknown, after: unknown, holds: CompareLine['holds'], moved: boolean): CompareState {
  if (before === undefined && after !== undefined) return 'added'
  if (after === undefined && before !== undefined) return 'removed'
  if (holds === null && !isSameText(before, after)) return 'changed'
  return moved ? 'moved' : 'same'
}

/** Empty lists and objects are plain values. */
function holdsBoth(before: unknown, after: unknown): CompareLine['holds'] {
  if (isPlain(before) && isPlain(after)) {
    return Object.keys(before).length + Object.keys(after).length === 0 ? null : 'object'
  }
  if (Array.isArray(before) && Array.isArray(after)) return before.length + after.length === 0 ? null : 'list'
  return null
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

function compareEntries(lines: CompareLine[], pair: Pair, holds: 'object' | 'list'): void {
  const [older, newer] =
    holds === 'object'
      ? [objectEntries(pair.before), objectEntries(pair.after)]
      : listPair(pair.before as unknown[], pair.after as unknown[])
  const places = { before: placesOf(older), after: placesOf(newer) }
  const moved = movedKeys([...older.keys()], [...newer.keys()])
  const partOf = (key: string, at: Map<string, number>) => (holds === 'object' ? escapePointer(key) : `${at.get(key)}`)
  for (const key of togetherInOrder([...older.keys()], [...newer.keys()])) {
    const before = older.get(key)
    const after = newer.get(key)
    const at = newer.has(key) ? places.after : places.before
    compareValue(lines, {
      name: holds === 'object' ? key : nameOfItem(after ?? before, at.get(key) ?? 0),
      pointer: `${pair.pointer}/${partOf(key, places.after)}`,
      beforePointer: `${pair.beforePointer}/${partOf(key, places.before)}`,
      depth: pair.depth + 1,
      before,
      after,
      moved: moved.has(key),
    })
  }
}

function listPair(before: readonly unknown[], after: readonly unknown[]): [Entries, Entries] {
  const { base, mine } = listEntries({ base: before, mine: after, theirs: before })
  return [base, mine]
}

const placesOf = (entries: Entries): Map<string, number> => new Map([...entries.keys()].map((key, at) => [key, at]))

function nameOfItem(item: unknown, at: number): string {
  const name = isPlain(item) ? (item.name ?? item.dataSubKind ?? item.key) : undefined
  return typeof name === 'string' && name !== '' ? `${at + 1}: ${name}` : `${at + 1}`
}

/** The keys of both in the order of the newer, removed ones behind the neighbour they stood behind. */
function togetherInOrder(before: readonly string[], after: readonly string[]): string[] {
  const kept = new Set(after)
  const behind = new Map<string | null, string[]>()
  let last: string | null = null
  for (const key of before) {
    if (kept.has(key)) last = key
    else behind.set(last, [...(behind.get(last) ?? []), key])
  }
  return [...(behind.get(null) ?? []), ...after.flatMap((key) => [key, ...(behind.get(key) ?? [])])]
}

/** Keys of both that stand in another order: all but the longest run that kept it. */
function movedKeys(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((key, at) => [key, at]))
  const common = after.filter((key) => places.has(key))
  const order = common.map((key) => places.get(key) ?? 0)
  const kept = longestRise(order)
  return new Set(common.filter((_key, at) => !kept.has(at)))
}

/** Positions of a longest rising row of numbers, by patience sorting. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const tops: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, value] of numbers.entries()) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tops[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[at] = low === 0 ? undefined : tops[low - 1]
    tops[low] = at
  }
  const rise = new Set<number>()
  for (let at = tops.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
}

/** Shorter texts come often by chance: `true`, `"string"`, `{"type":"string"}` are told as added and removed. */
const minMovedLength = 24

/** Makes one line of what was removed in one place and added, the same, in one other. */
function joinMoved(lines: CompareLine[]): void {
  const texts = (state: CompareState, value: (line: CompareLine) => unknown) => {
    const found = new Map<string, CompareLine | null>()
    for (const line of lines) {
      if (line.state !== state) continue
      const text = JSON.stringify(value(line))
      if (text.length >= minMovedLength) found.set(text, found.has(text) ? null : line)
    }
    return found
  }
  const removed = texts('removed', ({ before }) => before)
  const gone = new Set<CompareLine>()
  for (const [text, added] of texts('added', ({ after }) => after)) {
    const from = removed.get(text)
    if (!added || !from) continue
    added.state = 'moved'
    added.from = from.pointer
    added.before = from.before
    gone.add(from)
  }
  if (gone.size > 0) lines.splice(0, lines.length, ...lines.filter((line) => !gone.has(line)))
}

/** Counts the differences below each line. */
function countInside(lines: CompareLine[]): CompareLine[] {
  const around: CompareLine[] = []
  for (const line of lines) {
    around.length = Math.min(around.length, line.depth)
    if (line.state !== 'same') for (const outer of around) outer.inside++
    around.push(line)
  }
  return lines
}
