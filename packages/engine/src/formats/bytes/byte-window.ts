import { type ByteSource, readBytes } from './byte-source.ts'

const PIECE_BYTES = 256 * 1024

/** The part of a source that is being looked at. It moves forward over the source, so that a file of any size takes little. */
export class ByteWindow {
  bytes: Buffer
  /** Offset of `bytes[0]` in the source. */
  base: number
  private readonly source: ByteSource

  constructor(source: ByteSource, at: number) {
    this.source = source
    this.base = at
    this.bytes = readBytes(source, at, PIECE_BYTES)
  }

  get end(): number {
    return this.base + this.bytes.length
  }

  /** Drops what lies before the offset `keep` and reads on; false when there is no more. */
  more(keep: number): boolean {
    const { end, source } = this
    const kept = end - keep
    // As much again as is kept: a record of many chunks is not copied once for each.
    const room = Math.min(Math.max(PIECE_BYTES, kept), source.size - end)
    if (room <= 0) return false
    const bytes = Buffer.allocUnsafe(kept + room)
    this.bytes.copy(bytes, 0, keep - this.base)
    const got = source.readInto(bytes.subarray(kept), end)
    this.bytes = bytes.subarray(0, kept + got)
    this.base = keep
    return got > 0
  }
}

/** 1-based line of growing offsets, each in the window at the time it is asked for, and none of its bytes dropped uncounted. */
export class LineCounter {
  private line = 1
  /** The next line break, found once: a file of one line would be searched again for each record. -1 = not known. */
  private next = -1
  private searched: number
  private readonly window: ByteWindow

  constructor(window: ByteWindow) {
    this.window = window
    this.searched = window.base
  }

  lineAt(offset: number): number {
    const { window } = this
    for (;;) {
      if (this.next < 0) {
        const found = window.bytes.indexOf(10, this.searched - window.base)
        if (found < 0) {
          this.searched = window.end
          return this.line
        }
        this.next = window.base + found
      }
      if (this.next >= offset) return this.line
      this.line++
      this.searched = this.next + 1
      this.next = -1
    }
  }
}
