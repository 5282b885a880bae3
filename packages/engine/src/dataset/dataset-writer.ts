import { serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { BlockBuffer } from './block-buffer.ts'
import { ColumnWriter, kindOf } from './column-writer.ts'
import type { AcceptedBatch, DatasetEnd, DatasetIndex, GroupIndex } from './dataset.types.ts'
import { encodeFoot } from './dataset-foot.ts'
import { storeRising } from './rising-numbers.ts'

/** A group ends with the batch that brings it to so many records or bytes: it is held in memory, here and when it is read. */
const groupRecords = 4000
const groupBytes = 4 * 2 ** 20

/** The values of each key over all rows, undefined where a row lacks it; null where there is no order of keys in common. */
export type Gather = (rows: readonly unknown[]) => { keys: string[]; lists: unknown[][] } | null

/** Makes the bytes of a dataset out of the batches of a file, in their order. */
export class DatasetWriter {
  readonly #gather: Gather
  readonly #keyPlaces = new Map<string, number>()
  readonly #index: Pick<DatasetIndex, 'counts' | 'packed' | 'keys' | 'groups'> = {
    counts: { read: 0, accepted: 0, rejected: 0 },
    packed: false,
    keys: [],
    groups: [],
  }
  readonly #columns = new ColumnPool()
  #group: Group | null = null
  #bytes = 0
  #sum = 0

  /** @param isPacked whether the file is packed itself */
  constructor(gather: Gather, isPacked: boolean) {
    this.#gather = gather
    this.#index.packed = isPacked
  }

  /** The next bytes of the file; none while a group grows. */
  add(batch: AcceptedBatch): Uint8Array[] {
    const { counts } = this.#index
    counts.read += batch.read
    counts.accepted += batch.records.length
    counts.rejected += batch.read - batch.records.length
    const gathered = batch.records.length === 0 ? null : this.#gather(batch.records)
    const ready: Uint8Array[] = []
    if (batch.records.length > 0 && this.#group?.takes(gathered) === false) ready.push(...this.#close())
    this.#group ??= new Group(this.#columns)
    this.#group.add(batch, gathered)
    if (this.#group.isFull) ready.push(...this.#close())
    return ready
  }

  /** The rest of the file. */
  end({ stamp, detected, notes, problem, fields }: DatasetEnd): Uint8Array[] {
    const rest = this.#close()
    const index: DatasetIndex = { ...this.#index, detected, notes, problem, fields }
    const text = Buffer.from(JSON.stringify(index))
    const sums = { groupBytes: this.#bytes, groupSum: this.#sum, indexBytes: text.length, indexSum: crc32(text) }
    return [...rest, text, encodeFoot({ stamp, ...sums })]
  }

  #close(): Uint8Array[] {
    const group = this.#group
    this.#group = null
    if (group === null) return []
    const blocks = new BlockBuffer(this.#index.packed, group.size)
    this.#index.groups.push({ ...group.store(blocks, (key) => this.#placeOf(key)), at: this.#bytes })
    const { bytes } = blocks
    this.#bytes += bytes.length
    this.#sum = blocks.sum(this.#sum)
    return [bytes]
  }

  #placeOf(key: string): number {
    const known = this.#keyPlaces.get(key)
    if (known !== undefined) return known
    const place = this.#index.keys.push(key) - 1
    this.#keyPlaces.set(key, place)
    return place
  }
}

/** The numbers of all lists, which are so many. */
function joined(lists: readonly number[][], count: number): Float64Array {
  const all = new Float64Array(count)
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** Columns of the group before, whose memory the next one uses again. */
class ColumnPool {
  readonly #columns: ColumnWriter[] = []

  /** So many, all of them empty. */
  take(count: number): readonly ColumnWriter[] {
    while (this.#columns.length < count) this.#columns.push(new ColumnWriter())
    const taken = this.#columns.slice(0, count)
    for (const column of taken) column.clear()
    return taken
  }
}

type Gathered = ReturnType<Gather>

/** Batches whose records have the same keys in the same order, or whose records have no keys in common. */
class Group {
  readonly #batches: number[] = []
  /** Rows and lines of each batch. */
  readonly #rows: number[][] = []
  readonly #lines: number[][] = []
  #count = 0
  /** null before the first record, and where there are none in common. */
  #keys: string[] | null = null
  #columns: readonly ColumnWriter[] = []
  readonly #pool: ColumnPool
  readonly #records: Buffer[] = []

  constructor(pool: ColumnPool) {
    this.#pool = pool
  }

  /** About as many bytes as it will take. */
  get size(): number {
    const parts =
      this.#keys === null ? this.#records.map(({ length }) => length) : this.#columns.map(({ size }) => size)
    return parts.reduce((sum, size) => sum + size, 0)
  }

  get isFull(): boolean {
    if (this.#count >= groupRecords || this.#batches.length >= groupRecords) return true
    return this.size >= groupBytes
  }

  takes(gathered: Gathered): boolean {
    if (this.#count === 0) return true
    if (gathered === null || this.#keys === null) return gathered === null && this.#keys === null
    const keys = this.#keys
    if (keys.length !== gathered.keys.length || !keys.every((key, i) => key === gathered.keys[i])) return false
    return this.#columns.every((column, i) => column.takes(kindOf(gathered.lists[i] as unknown[])))
  }

  add({ read, records, rows, lines }: AcceptedBatch, gathered: Gathered): void {
    this.#batches.push(read, records.length)
    this.#rows.push(rows)
    this.#lines.push(lines)
    this.#count += records.length
    if (records.length === 0) return
    if (gathered === null) {
      this.#records.push(serialize(records))
      return
    }
    if (this.#keys === null) {
      this.#keys = gathered.keys
      this.#columns = this.#pool.take(gathered.keys.length)
    }
    this.#columns.forEach((column, i) => {
      const values = gathered.lists[i] as unknown[]
      column.add(values, kindOf(values))
    })
  }

  /** Writes its blocks, in the order of the index. */
  store(blocks: BlockBuffer, placeOf: (key: string) => number): Omit<GroupIndex, 'at'> {
    const rows = storeRising(joined(this.#rows, this.#count))
    const lines = storeRising(joined(this.#lines, this.#count))
    return {
      batches: this.#batches,
      rows: [rows.first, rows.width, ...blocks.add([rows.bytes])],
      lines: [lines.first, lines.width, ...blocks.add([lines.bytes])],
      keys: this.#keys?.map(placeOf) ?? [],
      columns: this.#columns.map((column) => blocks.add(column.parts())),
      ...(this.#records.length > 0 && { records: this.#records.map((part) => blocks.add([part])) }),
    }
  }
}
