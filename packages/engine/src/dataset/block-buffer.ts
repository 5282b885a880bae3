import { constants, crc32, zstdCompressSync } from 'node:zlib'
import { combineCrc32 } from './combine-crc32.ts'
import type { BlockIndex } from './dataset.types.ts'

/** The quickest level: more of it saves little room. */
const packOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** The blocks of a group, one behind the other in one memory, so that their bytes are copied once on their way to the file. */
export class BlockBuffer {
  readonly #isPacked: boolean
  readonly #blocks: BlockIndex[] = []
  #room: Buffer
  #size = 0

  /** @param expected about as many bytes as will be added; there may be more */
  constructor(isPacked: boolean, expected: number) {
    this.#isPacked = isPacked
    this.#room = Buffer.allocUnsafeSlow(Math.ceil(expected * 1.25) + 4096)
  }

  /** All of them; what is added later is not among these. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size)
  }

  /** Adds a block of these parts, which may change afterwards. */
  add(parts: readonly Uint8Array[]): BlockIndex {
    const from = this.#size
    this.#put(parts)
    if (this.#isPacked && this.#size > from) {
      const packed = zstdCompressSync(this.#room.subarray(from, this.#size), packOptions)
      this.#size = from
      this.#put([packed])
    }
    const block: BlockIndex = [this.#size - from, crc32(this.#room.subarray(from, this.#size))]
    this.#blocks.push(block)
    return block
  }

  /** The CRC-32 of all of them behind what has the CRC-32 `before`; their bytes are not looked at again. */
  sum(before: number): number {
    return this.#blocks.reduce((sum, [size, ofBlock]) => combineCrc32(sum, ofBlock, size), before)
  }

  #put(parts: readonly Uint8Array[]): void {
    const size = parts.reduce((sum, part) => sum + part.length, this.#size)
    if (size > this.#room.length) {
      const room = Buffer.allocUnsafeSlow(Math.max(size, this.#room.length * 2))
      room.set(this.bytes)
      this.#room = room
    }
    for (const part of parts) {
      this.#room.set(part, this.#size)
      this.#size += part.length
    }
  }
}
