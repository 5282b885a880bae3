import { describe, expect, it } from 'vitest'
import { encodeFrame, FrameReader, FrameTooLargeError } from './frames.ts'

describe('frames', () => {
  it('puts messages together from chunks of any size', () => {
    const messages = [{ a: 'é' }, [], { long: 'x'.repeat(5000) }, null]
    const bytes = Buffer.concat(messages.map(encodeFrame))
    for (const size of [1, 3, 1000, bytes.length]) {
      const reader = new FrameReader(10_000)
      const got: unknown[] = []
      for (let i = 0; i < bytes.length; i += size) got.push(...reader.push(bytes.subarray(i, i + size)))
      expect(got).toEqual(messages)
    }
  })

  it('refuses a message over the limit before it is there', () => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(101)
    expect(() => new FrameReader(100).push(head)).toThrow(FrameTooLargeError)
    expect(() => new FrameReader(100).push(Buffer.from([0, 0, 0, 1, 0x7b]))).toThrow(SyntaxError)
  })
})
