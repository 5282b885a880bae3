import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { combineCrc32 } from './combine-crc32.ts'

const bytes = (size: number, seed: number) => Buffer.from(Array.from({ length: size }, (_, i) => (i * seed) >> 3))

describe('the sum of bytes that follow each other', () => {
  it.each([
    [0, 0],
    [0, 9],
    [9, 0],
    [1, 1],
    [3, 255],
    [255, 256],
    [1000, 65_537],
    [70_000, 3],
  ])('IMP-049/engine is made of the sums of %i and %i bytes', (first, second) => {
    const [one, two] = [bytes(first, 7), bytes(second, 31)]
    expect(combineCrc32(crc32(one), crc32(two), second)).toBe(crc32(Buffer.concat([one, two])))
  })
})
