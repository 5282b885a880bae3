import { readSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { crc32, zstdDecompressSync } from 'node:zlib'
import { LoadedColumn } from './column-reader.ts'
import type { BlockIndex, DatasetIndex, GroupIndex, RisingIndex } from './dataset.types.ts'
import { DatasetError } from './dataset-error.ts'
import { type DatasetFoot, decodeFoot, footBytes } from './dataset-foot.ts'
import type { PackedRows } from './packed.types.ts'
import { loadRising } from './rising-numbers.ts'

/** An open file that is read by position; nobody closes it here. */
type OpenDataset = { fd: number; size: number }

/**
 * A batch of the file: how many of its records were read and rejected, and the accepted ones that are wanted, packed
 * where they have keys in common.
 */
export type DatasetBatch = { read: number; rejected: number; accepted: number; rows: PackedRows | unknown[] }

/** Reads a dataset; every byte that is used is checked first. */
export class DatasetReader {
  readonly foot: DatasetFoot
  readonly index: DatasetIndex
  readonly #file: OpenDataset
  /** Whoever asks for records by number asks for several of a group. */
  #last: { group: GroupIndex; columns: Columns } | null = null

  /** @throws DatasetError for what is no dataset of this version, or is damaged in its index */
  constructor(file: OpenDataset) {
    this.#file = file
    const foot = readFoot(file)
    if (foot === null) throw new DatasetError('it is not whole')
    const index = this.#checked(foot.groupBytes, [foot.indexBytes, foot.indexSum])
    this.foot = foot
    this.index = JSON.parse(Buffer.from(index.buffer).toString()) as DatasetIndex
  }

  /**
   * The batches of the file in their order, up to the one with the record of that number.
   * @param fields those of each record that are read from the file at all, undefined where a record lacks one; null = all
   * @throws DatasetError
   */
  *batches(fields: readonly string[] | null, max = Number.POSITIVE_INFINITY): Generator<DatasetBatch> {
    this.#mustHold(fields)
    let room = max
    for (const group of this.index.groups) {
      for (const batch of this.#batchesOf(group, fields, room)) {
        room -= batch.accepted
        yield batch
        if (room <= 0) return
      }
    }
  }

  /** Where in the file the nth accepted record stands, from 1; null beyond the last. @throws DatasetError */
  placeOf(record: number): { row: number; line: number } | null {
    const found = this.#groupOf(record)
    if (found === null) return null
    const { group, before, count } = found
    const place = record - 1 - before
    const row = this.#rising(group.at, group.rows, count)[place] ?? 0
    return { row, line: this.#rising(group.at + group.rows[2], group.lines, count)[place] ?? 0 }
  }

  /** The nth accepted record, from 1, all of it, in a list of its own. @throws DatasetError */
  record(record: number): PackedRows | unknown[] | null {
    this.#mustHold(null)
    const found = this.#groupOf(record)
    if (found === null) return null
    const { group, before, count } = found
    const place = record - 1 - before
    if (group.records === undefined) {
      if (this.#last?.group !== group) this.#last = { group, columns: this.#columns(group, null, count) }
      return cutRows(this.#last.columns, place, place + 1, true)
    }
    let at = 0
    for (let batch = 0, part = 0; batch < group.batches.length; batch += 2) {
      const accepted = group.batches[batch + 1] ?? 0
      if (accepted === 0) continue
      if (place < at + accepted) return this.#records(group, part).slice(place - at, place - at + 1)
      at += accepted
      part++
    }
    return null
  }

  /** A field that was not kept would look like one that no record has. */
  #mustHold(wanted: readonly string[] | null): void {
    const { fields } = this.index
    if (fields === null || wanted?.every((field) => fields.includes(field))) return
    throw new DatasetError('it holds fewer fields than are read')
  }

  *#batchesOf(group: GroupIndex, fields: readonly string[] | null, max: number): Generator<DatasetBatch> {
    const count = acceptedIn(group)
    const columns = group.records === undefined && count > 0 ? this.#columns(group, fields, count) : null
    let from = 0
    let part = 0
    for (let i = 0; i < group.batches.length; i += 2) {
      const [read = 0, all = 0] = group.batches.slice(i, i + 2)
      const accepted = Math.min(all, max - from)
      const counts = { read, rejected: read - all, accepted }
      if (all === 0) yield { ...counts, rows: [] }
      else if (columns === null) yield { ...counts, rows: this.#records(group, part++).slice(0, accepted) }
      else yield { ...counts, rows: cutRows(columns, from, from + accepted, fields === null) }
      from += all
    }
  }

  #columns(group: GroupIndex, fields: readonly string[] | null, count: number): Columns {
    const keys = group.keys.map((place) => this.index.keys[place] ?? '')
    let at = group.at + group.rows[2] + group.lines[2]
    const starts = group.columns.map(([size]) => {
      at += size
      return at - size
    })
    const load = (place: number): LoadedColumn => {
      const block = group.columns[place]
      if (block === undefined) return new LoadedColumn(null, count)
      return new LoadedColumn(this.#read(starts[place] ?? 0, block), count)
    }
    const names = fields ?? keys
    const places = fields === null ? keys.keys() : fields.map((name) => keys.indexOf(name))
    return { keys: [...names], columns: Array.from(places, load) }
  }

  #records(group: GroupIndex, part: number): unknown[] {
    const blocks = group.records ?? []
    const before = blocks.slice(0, part).reduce((sum, [size]) => sum + size, 0)
    const bytes = this.#read(group.at + group.rows[2] + group.lines[2] + before, blocks[part] ?? [0, 0])
    return deserialize(Buffer.from(bytes)) as unknown[]
  }

  #groupOf(record: number): { group: GroupIndex; before: number; count: number } | null {
    let before = 0
    for (const group of this.index.groups) {
      const count = acceptedIn(group)
      if (record >= 1 && record <= before + count) return { group, before, count }
      before += count
    }
    return null
  }

  #rising(at: number, [first, width, ...block]: RisingIndex, count: number): number[] {
    return loadRising(first, width, width === 0 ? null : this.#read(at, block), count)
  }

  #read(at: number, block: BlockIndex): ArrayBuffer {
    const bytes = this.#checked(at, block)
    return this.index.packed && bytes.length > 0 ? unpacked(bytes) : bytes.buffer
  }

  #checked(at: number, [size, sum]: BlockIndex): Uint8Array<ArrayBuffer> {
    const bytes = readAt(this.#file, at, size)
    if (bytes === null || crc32(bytes) !== sum) throw new DatasetError('it is damaged')
    return bytes
  }
}

/** In a memory of its own, where numbers begin at a multiple of their size. */
const unpacked = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(zstdDecompressSync(bytes)).buffer

/** The foot of a file; null where it is no dataset of this version, or has another size than its foot says. */
function readFoot(file: OpenDataset): DatasetFoot | null {
  const bytes = readAt(file, file.size - footBytes, footBytes)
  const foot = bytes === null ? null : decodeFoot(Buffer.from(bytes.buffer))
  return foot !== null && foot.groupBytes + foot.indexBytes + footBytes === file.size ? foot : null
}

type Columns = { keys: string[]; columns: LoadedColumn[] }

function cutRows({ keys, columns }: Columns, from: number, to: number, leavesOut: boolean): PackedRows {
  const cut = columns.map((column) => column.cut(from, to, leavesOut))
  // What no record of the batch has is no key of it.
  return {
    keys: keys.filter((_key, i) => cut[i] !== null),
    n: to - from,
    columns: cut.filter((column) => column !== null),
  }
}

function acceptedIn({ batches }: GroupIndex): number {
  let count = 0
  for (let i = 1; i < batches.length; i += 2) count += batches[i] as number
  return count
}

/** Bytes with a memory of their own; null where the file ends before. */
function readAt({ fd, size: fileSize }: OpenDataset, at: number, size: number): Uint8Array<ArrayBuffer> | null {
  if (at < 0 || at + size > fileSize) return null
  const bytes = new Uint8Array(size)
  let done = 0
  while (done < size) {
    const read = readSync(fd, bytes, done, size - done, at + done)
    if (read === 0) return null
    done += read
  }
  return bytes
}
