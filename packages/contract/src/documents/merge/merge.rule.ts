import { type Entries, isPlain, listEntries, objectEntries, type Sides, sidesOf } from './entries.ts'
import { mergeOrder } from './order.ts'
import { isSameText } from './same-text.ts'

export type Side = 'mine' | 'theirs'
/** Where in the document: names of fields; entries of lists by their name or value where they have one, else by place. */
export type MergePath = readonly string[]

/** Something that one side changed and the other did not, or both in the same way. `undefined` is absent. */
export type MergeChange = { path: MergePath; side: Side | 'both'; before: unknown; after: unknown }
/** Something that both changed, each in another way; `order`: the same parts in other orders. */
export type MergeConflict = {
  id: string
  path: MergePath
  kind: 'value' | 'order'
  base: unknown
  mine: unknown
  theirs: unknown
}
export type Merge = { value: unknown; changes: MergeChange[]; conflicts: MergeConflict[] }

/** Which side a conflict is decided for, by its id. */
export type Choose = (id: string) => Side

/**
 * Joins two edits of one JSON document, by field: what only one side changed is taken from that side, what both changed
 * otherwise is a conflict and has the value of the chosen side. Everything that differs from the base is told, in
 * `changes` or in `conflicts`; nothing is dropped in silence. The order of names counts as a change like any other.
 * @param choose says for each conflict whose value is taken; the result's own conflicts keep their ids from call to call
 */
export function mergeJson(sides: Sides<unknown>, choose: Choose = () => 'theirs'): Merge {
  const merge: Merge = { value: undefined, changes: [], conflicts: [] }
  merge.value = mergeValue(sides, [], merge, choose)
  return merge
}

/** The id of a conflict: its path as a JSON pointer, behind the kind. */
const idOf = (kind: MergeConflict['kind'], path: MergePath): string =>
  `${kind}:${path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`

function mergeValue(sides: Sides<unknown>, path: MergePath, merge: Merge, choose: Choose): unknown {
  const { base, mine, theirs } = sides
  const change = (side: MergeChange['side'], after: unknown) => {
    merge.changes.push({ path, side, before: base, after })
    return after
  }
  if (isSameText(mine, theirs)) return isSameText(base, mine) ? mine : change('both', mine)
  const added = base === undefined
  if (isPlain(mine) && isPlain(theirs) && (isPlain(base) || added))
    return Object.fromEntries(mergeEntries(sidesOf(sides, objectEntries), path, merge, choose))
  if (Array.isArray(mine) && Array.isArray(theirs) && (Array.isArray(base) || added)) {
    const lists: Sides<unknown[]> = { base: Array.isArray(base) ? base : [], mine, theirs }
    return mergeEntries(listEntries(lists), path, merge, choose).map(([, item]) => item)
  }
  if (isSameText(base, mine)) return change('theirs', theirs)
  if (isSameText(base, theirs)) return change('mine', mine)
  return decide('value', sides, path, merge, choose)
}

function decide(
  kind: MergeConflict['kind'],
  { base, mine, theirs }: Sides<unknown>,
  path: MergePath,
  merge: Merge,
  choose: Choose,
): unknown {
  const id = idOf(kind, path)
  merge.conflicts.push({ id, path, kind, base, mine, theirs })
  return choose(id) === 'mine' ? mine : theirs
}

function mergeEntries(
  entries: Sides<Entries>,
  path: MergePath,
  merge: Merge,
  choose: Choose,
): (readonly [string, unknown])[] {
  const values: Entries = new Map()
  for (const key of new Set([...entries.theirs.keys(), ...entries.mine.keys(), ...entries.base.keys()])) {
    const value = mergeValue(
      sidesOf(entries, (side) => side.get(key)),
      [...path, key],
      merge,
      choose,
    )
    if (value !== undefined) values.set(key, value)
  }
  const keys = sidesOf(entries, (side) => [...side.keys()])
  const order = mergeOrder(keys, (orders) => decide('order', orders, path, merge, choose) as readonly string[])
  if (order.movedBy !== null) merge.changes.push({ path, side: order.movedBy, before: keys.base, after: order.keys })
  return order.keys.flatMap((key) => (values.has(key) ? [[key, values.get(key)] as const] : []))
}
