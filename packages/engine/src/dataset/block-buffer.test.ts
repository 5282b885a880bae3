import { crc32, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BlockBuffer } from './block-buffer.ts'

const text = (size: number) => Buffer.alloc(size, 'a block of text ')

describe('the blocks of a group', () => {
  it.each([0, 1e6])('IMP-049/engine stand one behind the other, where %i bytes were expected', (expected) => {
    const blocks = new BlockBuffer(false, expected)
    const parts = [text(10), text(90_000), text(0), text(5)]
    const first = blocks.add(parts.slice(0, 2))
    const empty = blocks.add([])
    const second = blocks.add(parts.slice(2))
    expect([first[0], empty[0], second[0]]).toEqual([90_010, 0, 5])
    const all = Buffer.concat(parts)
    expect(blocks.bytes.equals(all)).toBe(true)
    expect([first[1], second[1]]).toEqual([crc32(all.subarray(0, 90_010)), crc32(text(5))])
    const before = Buffer.from('what came before')
    expect(blocks.sum(crc32(before))).toBe(crc32(Buffer.concat([before, all])))
  })

  it('IMP-049/engine keep what they were given, whatever its memory is used for later', () => {
    const blocks = new BlockBuffer(false, 10)
    const part = Buffer.from('first')
    blocks.add([part])
    part.fill('x')
    blocks.add([part])
    expect(blocks.bytes.toString()).toBe('firstxxxxx')
  })

  it('IMP-049/engine are packed one by one', () => {
    const blocks = new BlockBuffer(true, 10)
    const [first, empty, second] = [blocks.add([text(5000)]), blocks.add([]), blocks.add([text(9), text(9)])]
    expect([first[0] < 500, empty[0]]).toEqual([true, 0])
    const { bytes } = blocks
    expect(zstdDecompressSync(bytes.subarray(0, first[0])).equals(text(5000))).toBe(true)
    expect(zstdDecompressSync(bytes.subarray(first[0])).equals(Buffer.concat([text(9), text(9)]))).toBe(true)
    expect([bytes.length, blocks.sum(0)]).toEqual([first[0] + second[0], crc32(bytes)])
  })
})
