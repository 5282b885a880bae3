/**
 * A small seeded generator (mulberry32) with the few things asked of it.
 * @param {number} seed
 */
export function random(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from, to) => from + Math.floor(next() * (to - from + 1))
  return {
    /** A whole number, both ends included. */
    int,
    /** One of the list. */
    pick: (list) => list[int(0, list.length - 1)],
    /** True that often, 0 to 1. */
    chance: (share) => next() < share,
    /** A price that ends in ,99 or so. */
    price: (from, to) => int(from, to) + [0.99, 0.49, 0.5, 0][int(0, 3)],
  }
}
