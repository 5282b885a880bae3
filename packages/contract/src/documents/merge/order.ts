import type { Sides } from './entries.ts'
import { isSameText } from './same-text.ts'

/** The merged order, and who moved parts that all three have; null when nobody did, or when it had to be decided. */
export type MergedOrder = { keys: string[]; movedBy: 'mine' | 'theirs' | 'both' | null }

/**
 * The order of the parts of both sides. Parts that only one side has stand behind the part they stand behind there.
 * @param decide asked when both have moved the parts that all three have, each in another way; gives one of the orders
 */
export function mergeOrder(
  keys: Sides<readonly string[]>,
  decide: (orders: Sides<readonly string[]>) => readonly string[],
): MergedOrder {
  const sides = [new Set(keys.base), new Set(keys.mine), new Set(keys.theirs)]
  const common = (order: readonly string[]) => order.filter((key) => sides.every((side) => side.has(key)))
  const [base, mine, theirs] = [common(keys.base), common(keys.mine), common(keys.theirs)]
  const together = (first: readonly string[]) => {
    const merged = [...first]
    for (const other of [keys.theirs, keys.mine, keys.base]) insertMissing(merged, other)
    return merged
  }
  if (isSameText(mine, theirs)) {
    const isMoved = !isSameText(mine, base)
    return { keys: together(keys.theirs), movedBy: isMoved ? 'both' : null }
  }
  if (isSameText(mine, base)) return { keys: together(keys.theirs), movedBy: 'theirs' }
  if (isSameText(theirs, base)) return { keys: together(keys.mine), movedBy: 'mine' }
  return { keys: together(decide(keys)), movedBy: null }
}

/** Puts each key of `order` that `into` lacks behind the one it stands behind there. */
function insertMissing(into: string[], order: readonly string[]): void {
  const known = new Set(into)
  for (const [at, key] of order.entries()) {
    if (known.has(key)) continue
    into.splice(at === 0 ? 0 : into.indexOf(order[at - 1] as string) + 1, 0, key)
    known.add(key)
  }
}
