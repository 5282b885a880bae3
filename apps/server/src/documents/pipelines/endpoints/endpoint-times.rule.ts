/** Upper ends of the classes in which times of answers are counted, in ms; one more class holds what took longer. */
export const timeBuckets: readonly number[] = [
  0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 1500,
  2000, 3000, 4000, 5000, 7500, 10_000,
]

/** The class of a time in ms. */
export function bucketOf(ms: number): number {
  let low = 0
  let high = timeBuckets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ms <= (timeBuckets[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** The time within which this share (0..1) of the counted answers came, in ms; null when none was counted. */
export function quantile(times: readonly number[], share: number): number | null {
  const total = times.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, count] of times.entries()) {
    const from = timeBuckets[index - 1] ?? 0
    const to = timeBuckets[index] ?? 2 * from
    if (count > 0 && below + count >= share * total) {
      return Number((from + ((share * total - below) / count) * (to - from)).toFixed(2))
    }
    below += count
  }
  return null
}
