import { constants, crc32, deflateRawSync } from 'node:zlib'

/** 1 January 1980, the first moment a zip knows: the same content gives the same bytes (G7). */
const time = 0
const date = 0x21
const version = 20
/** Bit 3: sizes follow the data. Bit 11: names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** What a zip without the 64-bit extension can tell of one entry, and of its own length. */
const mostBytes = 0xffffffff

/** The last block of raw deflate data that holds nothing. */
const lastBlock = Buffer.from([3, 0])

type Entry = { name: Buffer; offset: number; crc: number; packed: number; size: number }

export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge'
}

/**
 * A zip in pieces, entry after entry, without knowing a size beforehand. Each piece is packed for itself, which costs
 * one or two per cent of size and keeps no state: the bytes depend on the pieces alone.
 */
export class ZipWriter {
  readonly #entries: Entry[] = []
  readonly #level: number
  #offset = 0

  constructor(level = 6) {
    this.#level = level
  }

  begin(name: string): Buffer {
    const bytes = Buffer.from(name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(version, 4)
    header.writeUInt16LE(flags, 6)
    header.writeUInt16LE(deflated, 8)
    header.writeUInt16LE(time, 10)
    header.writeUInt16LE(date, 12)
    header.writeUInt16LE(bytes.length, 26)
    this.#entries.push({ name: bytes, offset: this.#offset, crc: 0, packed: 0, size: 0 })
    return this.#written(Buffer.concat([header, bytes]))
  }

  /** @throws ZipTooLarge */
  add(data: Buffer): Buffer {
    const entry = this.#last
    entry.crc = crc32(data, entry.crc)
    entry.size += data.length
    const packed = deflateRawSync(data, { level: this.#level, finishFlush: constants.Z_SYNC_FLUSH })
    return this.#packed(entry, packed)
  }

  end(): Buffer {
    const entry = this.#last
    const last = this.#packed(entry, lastBlock)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    writeSizes(sizes, 4, entry)
    return Buffer.concat([last, this.#written(sizes)])
  }

  /** A small entry as a whole. */
  whole(name: string, text: string): Buffer {
    return Buffer.concat([this.begin(name), this.add(Buffer.from(text)), this.end()])
  }

  /** The list of entries, which ends the zip. */
  finish(): Buffer {
    const start = this.#offset
    const parts = this.#entries.map((entry) => {
      const header = Buffer.alloc(46)
      header.writeUInt32LE(0x02014b50, 0)
      header.writeUInt16LE(version, 4)
      header.writeUInt16LE(version, 6)
      header.writeUInt16LE(flags, 8)
      header.writeUInt16LE(deflated, 10)
      header.writeUInt16LE(time, 12)
      header.writeUInt16LE(date, 14)
      writeSizes(header, 16, entry)
      header.writeUInt16LE(entry.name.length, 28)
      header.writeUInt32LE(entry.offset, 42)
      return Buffer.concat([header, entry.name])
    })
    const list = Buffer.concat(parts)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(parts.length, 8)
    end.writeUInt16LE(parts.length, 10)
    end.writeUInt32LE(list.length, 12)
    end.writeUInt32LE(start, 16)
    return this.#written(Buffer.concat([list, end]))
  }

  get #last(): Entry {
    const entry = this.#entries.at(-1)
    if (entry === undefined) throw new Error('no entry of the zip has begun')
    return entry
  }

  #packed(entry: Entry, bytes: Buffer): Buffer {
    entry.packed += bytes.length
    if (entry.size > mostBytes || entry.packed > mostBytes) throw new ZipTooLarge('more than 4 GiB in one entry')
    return this.#written(bytes)
  }

  #written(bytes: Buffer): Buffer {
    this.#offset += bytes.length
    if (this.#offset > mostBytes) throw new ZipTooLarge('more than 4 GiB')
    return bytes
  }
}

function writeSizes(target: Buffer, at: number, { crc, packed, size }: Entry): void {
  target.writeUInt32LE(crc, at)
  target.writeUInt32LE(packed, at + 4)
  target.writeUInt32LE(size, at + 8)
}
