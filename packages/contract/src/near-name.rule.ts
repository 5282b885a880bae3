/** More differs than a slip of the fingers. */
const maxSlips = 2

/** The same name but for case, accents and what stands between words. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The one of these names that was probably meant by another; null where none is near. Letters that were left out, added,
 * changed or swapped count as slips, of which a short name may have one and a name of six letters two.
 */
export function findNearName(name: string, names: Iterable<string>): string | null {
  const wanted = plain(name)
  let best: { name: string; slips: number } | null = null
  for (const other of names) {
    const slips = countSlips(wanted, plain(other))
    if (slips <= allowed(wanted) && (best === null || slips < best.slips)) best = { name: other, slips }
  }
  return best?.name ?? null
}

const allowed = (name: string): number => (name.length < 3 ? 0 : name.length < 6 ? 1 : maxSlips)

/** Damerau-Levenshtein for neighbours, by rows; names that differ more in length are not compared. */
function countSlips(one: string, other: string): number {
  if (one === other) return 0
  if (Math.abs(one.length - other.length) > maxSlips) return maxSlips + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const steps = [(last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1)]
      if (swapped) steps.push((before[j - 2] as number) + 1)
      row.push(Math.min(...steps))
    }
    before = last
    last = row
  }
  return last[other.length] as number
}
