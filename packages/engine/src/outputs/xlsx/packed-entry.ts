import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate'

const deflated = 8
/** 1 January 1980, the first moment a zip knows: the same content gives the same bytes (G7). */
const firstMoment = new Date(1980, 0, 1)
/** The last block of raw deflate data that holds nothing. */
const lastBlock = Buffer.from([3, 0])

/**
 * An entry of fflate's `Zip` that Node packs, which takes a quarter of the time of fflate's own packing. Each chunk is
 * packed for itself: that costs one or two per cent of size, and the bytes depend on the chunks alone.
 */
export class PackedEntry implements ZipInputFile {
  readonly filename: string
  readonly compression = deflated
  readonly mtime = firstMoment
  crc = 0
  size = 0
  /** Set by the zip that the entry is added to. */
  ondata?: AsyncFlateStreamHandler
  readonly #level: number

  constructor(filename: string, level: number) {
    this.filename = filename
    this.#level = level
  }

  add(data: Buffer): void {
    this.crc = crc32(data, this.crc)
    this.size += data.length
    const packed = deflateRawSync(data, { level: this.#level, finishFlush: constants.Z_SYNC_FLUSH })
    this.ondata?.(null, packed, false)
  }

  end(): void {
    this.ondata?.(null, lastBlock, true)
  }
}
