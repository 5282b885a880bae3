/** Cells of one column as bytes: cell i lies in the store between the end of the one before (or `start`) and `ends[i]`. */
export type Cells = { start: number; ends: Uint32Array }

/** Bytes of many texts, one after the other, in a buffer that is used again for each batch. */
export class CellStore {
  bytes = Buffer.allocUnsafeSlow(1 << 18)
  #used = 0

  clear(): void {
    this.#used = 0
  }

  /** `ends[i]` is where text i ends within `joined`. A joined text must not pair halves of characters of two texts. */
  add(joined: string, ends: Uint32Array): Cells {
    const start = this.#used
    this.#make(start + joined.length * 3)
    const written = this.bytes.write(joined, start)
    this.#used = start + written
    return { start, ends: written === joined.length ? shifted(ends, start) : byteEnds(joined, ends, start) }
  }

  #make(size: number): void {
    if (size <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(size, this.bytes.length * 2))
    this.bytes.copy(larger, 0, 0, this.#used)
    this.bytes = larger
  }
}

function shifted(ends: Uint32Array, start: number): Uint32Array {
  const result = new Uint32Array(ends.length)
  for (let i = 0; i < ends.length; i++) result[i] = start + (ends[i] as number)
  return result
}

function byteEnds(joined: string, ends: Uint32Array, start: number): Uint32Array {
  const result = new Uint32Array(ends.length)
  let at = start
  let unit = 0
  for (let i = 0; i < ends.length; i++) {
    for (const end = ends[i] as number; unit < end; unit++) {
      const code = joined.charCodeAt(unit)
      // Each half of a pair stands for two of its four bytes.
      at += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
    }
    result[i] = at
  }
  return result
}
