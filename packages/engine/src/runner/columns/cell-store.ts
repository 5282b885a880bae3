/** Cells of one column as bytes: cell i lies in the store between the end of the one before (or `start`) and `ends[i]`. */
export type Cells = { start: number; ends: Uint32Array }

/** Room behind the last byte, so that the last word of a cell may be read whole, and more (see `overreach` of the encoder). */
const slack = 8

/** Bytes of many texts, one after the other, in a buffer that is used again for each batch. */
export class CellStore {
  bytes = Buffer.allocUnsafeSlow(1 << 18)
  /** The same bytes, to be read four at a time. */
  words = toWordView(this.bytes)
  #used = 0

  clear(): void {
    this.#used = 0
  }

  /** `ends[i]` is where text i ends within `joined`. A joined text must not pair halves of characters of two texts. */
  add(joined: string, ends: Uint32Array): Cells {
    const start = this.#used
    this.#make(start + joined.length * 3 + slack)
    const written = this.bytes.write(joined, start)
    this.#used = start + written
    return { start, ends: written === joined.length ? shifted(ends, start) : this.#byteEnds(ends, start) }
  }

  #make(size: number): void {
    if (size <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(size, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.#used)
    this.bytes = larger
    this.words = toWordView(larger)
  }

  /** Where texts end that are not ASCII alone: units of text are counted along the bytes from `start` on. */
  #byteEnds(ends: Uint32Array, start: number): Uint32Array {
    const { bytes, words } = this
    const result = new Uint32Array(ends.length)
    let at = start
    let unit = 0
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i] as number
      while (unit < end) {
        if (end - unit >= 4 && (words.getInt32(at) & 0x80808080) === 0) {
          at += 4
          unit += 4
          continue
        }
        const byte = bytes[at] as number
        at += byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
        // Four bytes stand for a pair of units.
        unit += byte < 0xf0 ? 1 : 2
      }
      result[i] = at
    }
    return result
  }
}

export const toWordView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)

function shifted(ends: Uint32Array, start: number): Uint32Array {
  const result = new Uint32Array(ends.length)
  for (let i = 0; i < ends.length; i++) result[i] = start + (ends[i] as number)
  return result
}
