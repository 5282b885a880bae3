import { serialize } from 'node:v8'
import { constants, crc32, zstdCompressSync } from 'node:zlib'
import { ColumnWriter, kindOf } from './column-writer.ts'
import type { AcceptedBatch, BlockIndex, DatasetEnd, DatasetIndex, GroupIndex, RisingIndex } from './dataset.types.ts'
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
  readonly #pack: (block: Uint8Array) => Uint8Array
  readonly #keyPlaces = new Map<string, number>()
  readonly #index: Pick<DatasetIndex, 'counts' | 'packed' | 'keys' | 'groups'> = {
    counts: { read: 0, accepted: 0, rejected: 0 },
    packed: false,
    keys: [],
    groups: [],
  }
  #group: Group | null = null
  #bytes = 0
  #sum = 0

  /** @param isPacked whether the file is packed itself */
  constructor(gather: Gather, isPacked: boolean) {
    this.#gather = gather
    this.#pack = isPacked ? packed : (block) => block
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
    this.#group ??= new Group()
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
    const { index, blocks } = group.stored((key) => this.#placeOf(key), this.#pack)
    this.#index.groups.push({ ...index, at: this.#bytes })
    for (const block of blocks) {
      this.#bytes += block.length
      this.#sum = crc32(block, this.#sum)
    }
    return blocks
  }

  #placeOf(key: string): number {
    const known = this.#keyPlaces.get(key)
    if (known !== undefined) return known
    const place = this.#index.keys.push(key) - 1
    this.#keyPlaces.set(key, place)
    return place
  }
}

type Gathered = ReturnType<Gather>

/** Batches whose records have the same keys in the same order, or whose records have no keys in common. */
class Group {
  readonly #batches: number[] = []
  readonly #rows: number[] = []
  readonly #lines: number[] = []
  /** null before the first record, and where there are none in common. */
  #keys: string[] | null = null
  #columns: ColumnWriter[] = []
  readonly #records: Buffer[] = []

  get isFull(): boolean {
    if (this.#rows.length >= groupRecords || this.#batches.length >= groupRecords) return true
    const parts =
      this.#keys === null ? this.#records.map(({ length }) => length) : this.#columns.map(({ size }) => size)
    return parts.reduce((sum, size) => sum + size, 0) >= groupBytes
  }

  takes(gathered: Gathered): boolean {
    if (this.#rows.length === 0) return true
    if (gathered === null || this.#keys === null) return gathered === null && this.#keys === null
    const keys = this.#keys
    if (keys.length !== gathered.keys.length || !keys.every((key, i) => key === gathered.keys[i])) return false
    return this.#columns.every((column, i) => column.takes(kindOf(gathered.lists[i] as unknown[])))
  }

  add({ read, records, rows, lines }: AcceptedBatch, gathered: Gathered): void {
    this.#batches.push(read, records.length)
    for (const row of rows) this.#rows.push(row)
    for (const line of lines) this.#lines.push(line)
    if (records.length === 0) return
    if (gathered === null) {
      this.#records.push(serialize(records))
      return
    }
    if (this.#keys === null) {
      this.#keys = gathered.keys
      this.#columns = gathered.keys.map(() => new ColumnWriter())
    }
    this.#columns.forEach((column, i) => {
      const values = gathered.lists[i] as unknown[]
      column.add(values, kindOf(values))
    })
  }

  stored(
    placeOf: (key: string) => number,
    pack: (block: Uint8Array) => Uint8Array,
  ): { index: Omit<GroupIndex, 'at'>; blocks: Uint8Array[] } {
    const rows = storeRising(this.#rows)
    const lines = storeRising(this.#lines)
    const [ofRows, ofLines] = [pack(rows.bytes), pack(lines.bytes)]
    const columns = this.#columns.map((column) => pack(column.bytes()))
    const records = this.#records.map(pack)
    const index = {
      batches: this.#batches,
      rows: [rows.first, rows.width, ...blockOf(ofRows)] satisfies RisingIndex,
      lines: [lines.first, lines.width, ...blockOf(ofLines)] satisfies RisingIndex,
      keys: this.#keys?.map(placeOf) ?? [],
      columns: columns.map(blockOf),
      ...(records.length > 0 && { records: records.map(blockOf) }),
    }
    return { index, blocks: [ofRows, ofLines, ...columns, ...records] }
  }
}

const blockOf = (bytes: Uint8Array): BlockIndex => [bytes.length, crc32(bytes)]

/** The quickest level: more of it saves little room. */
const packOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const packed = (block: Uint8Array): Uint8Array => (block.length === 0 ? block : zstdCompressSync(block, packOptions))
