import { createHash } from 'node:crypto'

/**
 * The numbers behind Math.random, made of a text: the same text draws the same numbers. Made outside of the runner, which
 * would load node:crypto for this alone.
 * @returns four whole numbers of 32 bits
 */
export function seedWords(seed: string): number[] {
  const digest = createHash('sha256').update(seed).digest()
  return [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset))
}
