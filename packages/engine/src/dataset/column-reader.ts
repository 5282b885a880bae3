import { deserialize } from 'node:v8'
import { type ColumnKind, columnHeadBytes, columnKinds, flags } from './column-writer.ts'
import { DatasetError } from './dataset-error.ts'
import { loadNumbers } from './narrow-numbers.ts'
import type { PackedColumn } from './packed.types.ts'
import { loadText, textForms } from './text-block.ts'

/** Places of a column, ascending, whose value is of another kind than the rest, and those values. */
type Apart = { places: readonly number[]; values: readonly unknown[] }
type Head = { kind: ColumnKind; width: number; more: number; hasAbsent: boolean; sizes: number[] }

const none: Apart = Object.freeze({ places: Object.freeze([]), values: Object.freeze([]) })
const empty: readonly never[] = Object.freeze([])

/** One column of a group in memory, of which batches are cut. */
export class LoadedColumn {
  readonly #count: number
  readonly #kind: ColumnKind
  #text = ''
  #ends = new Uint32Array(0)
  #numbers = new Float64Array(0)
  #values: readonly unknown[] = empty
  #apart: Apart = none

  /** @param bytes as `ColumnWriter` made them, of a checked sum; null for a column that no record has */
  constructor(bytes: ArrayBuffer | null, count: number) {
    this.#count = count
    this.#kind = bytes === null ? 'empty' : this.#load(bytes, headOf(bytes))
  }

  /**
   * Those from one place up to another, in the shape in which records cross. `leavesOut`: what has no value is not in
   * its record; else it is there and undefined. null where no record has one.
   */
  cut(from: number, to: number, leavesOut: boolean): PackedColumn | null {
    const n = to - from
    if (this.#kind === 'empty') {
      return leavesOut ? null : plain(new Array(n).fill(undefined), empty)
    }
    if (this.#kind === 'values' || this.#kind === 'flag') {
      const values = this.#values.slice(from, to)
      const absent = leavesOut ? placesOfUndefined(values) : empty
      return absent.length === n ? null : plain(values, absent)
    }
    const { places, values } = this.#apart.places.length === 0 ? none : within(this.#apart, from, to)
    const absent = leavesOut && places.length > 0 ? places.filter((_place, i) => values[i] === undefined) : empty
    if (absent.length === n) return null
    if (this.#kind === 'number') {
      return { kind: 'n', data: this.#numbers.slice(from, to), ends: null, at: places, odd: values, absent }
    }
    const start = from === 0 ? 0 : (this.#ends[from - 1] as number)
    const ends = this.#ends.slice(from, to)
    if (start > 0) for (let i = 0; i < n; i++) ends[i] = (ends[i] as number) - start
    const data = this.#text.slice(start, start + (ends[n - 1] ?? 0))
    return { kind: 's', data, ends, at: places, odd: values, absent }
  }

  #load(bytes: ArrayBuffer, { kind, width, more, hasAbsent, sizes }: Head): ColumnKind {
    const [first = 0, second = 0, odd = 0, chars = 0] = sizes
    const count = this.#count
    const part = (at: number, size: number) => Buffer.from(bytes, at, size)
    const after = columnHeadBytes + first + second
    const bits = hasAbsent ? Math.ceil(count / 8) : 0
    if (after + bits + odd !== bytes.byteLength) throw new DatasetError('a column has another size than it says')
    if (kind === 'values') {
      this.#values = loadValues(part(columnHeadBytes, first), part(columnHeadBytes + first, second))
      return kind
    }
    if (kind === 'empty') return kind
    if (first !== width * count) throw new DatasetError('a column has more or fewer values than its group')
    this.#apart = apartOf(hasAbsent ? part(after, bits) : null, count, odd === 0 ? null : part(after + bits, odd))
    if (kind === 'number') {
      this.#numbers = loadNumbers(bytes, columnHeadBytes, count, { width: width as 1 | 2 | 4 | 8, scale: more })
    } else if (kind === 'flag') {
      const stored = new Uint8Array(bytes, columnHeadBytes, count)
      const values: unknown[] = Array.from(stored, (flag) => flags[flag])
      this.#apart.places.forEach((place, i) => (values[place] = this.#apart.values[i]))
      this.#values = values
    } else {
      this.#ends = endsOf(bytes, width, count)
      const text = loadText(part(columnHeadBytes + first, second), textForms[more] ?? 'latin1', chars)
      if (text === null || (this.#ends[count - 1] ?? 0) !== chars) throw new DatasetError('texts are cut off')
      this.#text = text
    }
    return kind
  }
}

function headOf(bytes: ArrayBuffer): Head {
  if (bytes.byteLength < columnHeadBytes) throw new DatasetError('a column is cut off')
  const head = Buffer.from(bytes, 0, columnHeadBytes)
  const kind = columnKinds[head.readUInt8(0)]
  if (kind === undefined) throw new DatasetError('a column is of an unknown kind')
  const sizes = [4, 8, 12, 16].map((at) => head.readUInt32LE(at))
  return { kind, width: head.readUInt8(1), more: head.readUInt8(2), hasAbsent: head.readUInt8(3) === 1, sizes }
}

const plain = (data: unknown[], absent: readonly number[]): PackedColumn => ({
  kind: 'v',
  data,
  ends: null,
  at: empty,
  odd: empty,
  absent,
})

/** Lengths of texts as the places where they end. */
function endsOf(bytes: ArrayBuffer, width: number, count: number): Uint32Array<ArrayBuffer> {
  const lengths =
    width === 1
      ? new Uint8Array(bytes, columnHeadBytes, count)
      : width === 2
        ? new Uint16Array(bytes, columnHeadBytes, count)
        : new Uint32Array(bytes, columnHeadBytes, count)
  const ends = new Uint32Array(count)
  let end = 0
  for (let i = 0; i < count; i++) ends[i] = end += lengths[i] as number
  return ends
}

function loadValues(sizes: Buffer, parts: Buffer): unknown[] {
  const values: unknown[] = []
  let at = 0
  for (let i = 0; i < sizes.length; i += 4) {
    const size = sizes.readUInt32LE(i)
    for (const value of deserialize(parts.subarray(at, at + size)) as unknown[]) values.push(value)
    at += size
  }
  return values
}

function apartOf(absent: Buffer | null, count: number, odd: Buffer | null): Apart {
  const [places, values] = odd === null ? [[], []] : (deserialize(odd) as [number[], unknown[]])
  if (absent === null) return places.length === 0 ? none : { places, values }
  const all: { places: number[]; values: unknown[] } = { places: [], values: [] }
  let next = 0
  for (let i = 0; i < count; i++) {
    const isAbsent = ((absent[i >> 3] as number) & (1 << (i & 7))) !== 0
    const isOdd = places[next] === i
    if (!isAbsent && !isOdd) continue
    all.places.push(i)
    all.values.push(isOdd ? values[next++] : undefined)
  }
  return all
}

/** Those between two places, counted from the first of them. */
function within({ places, values }: Apart, from: number, to: number): Apart {
  const first = firstAtLeast(places, from)
  const last = firstAtLeast(places, to)
  if (first === last) return none
  return { places: places.slice(first, last).map((place) => place - from), values: values.slice(first, last) }
}

function firstAtLeast(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] as number) < place) low = middle + 1
    else high = middle
  }
  return low
}

function placesOfUndefined(values: readonly unknown[]): readonly number[] {
  const places: number[] = []
  for (let i = 0; i < values.length; i++) if (values[i] === undefined) places.push(i)
  return places
}
