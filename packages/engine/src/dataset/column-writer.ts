import { serialize } from 'node:v8'
import { numberForm, storeNumbers } from './narrow-numbers.ts'
import { storeTexts, textForms } from './text-block.ts'

/**
 * What a column of a group holds: texts, numbers, or truth values and null. A column of nothing but lists, objects and
 * odd ones is 'values'; one that has had no value yet is 'empty', and becomes any of them.
 */
export const columnKinds = ['empty', 'text', 'number', 'flag', 'values'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** Bytes before the parts of a stored column: kind, width, scale or form of text, whether places are absent, then four sizes. */
export const columnHeadBytes = 24
export const flags = [false, true, null] as const
/** Values that a column has room for at first. */
const firstRoom = 1024

export function kindOf(values: readonly unknown[]): ColumnKind {
  let kind: ColumnKind = 'empty'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === undefined) continue
    if (value === null) {
      kind = 'flag'
      continue
    }
    const type = typeof value
    return type === 'string' ? 'text' : type === 'number' ? 'number' : type === 'boolean' ? 'flag' : 'values'
  }
  return kind
}

/** Gathers the values of one column over the batches of a group and makes its bytes. */
export class ColumnWriter {
  /** About as many bytes as they will take. */
  size = 0
  #kind: ColumnKind = 'empty'
  #count = 0
  /** Texts of each batch, joined; their lengths, the numbers or the flags of all. */
  #texts: string[] = []
  #chars = 0
  #numbers: Float64Array | Uint32Array | Uint8Array | null = null
  #absent: number[] = []
  #odd: { places: number[]; values: unknown[] } = { places: [], values: [] }
  /** Of 'values', each batch by itself. */
  #parts: Buffer[] = []

  /** Empties it for the next group; its memory is used again. */
  clear(): void {
    // A place without a value stays 0.
    this.#numbers?.fill(0, 0, this.#count)
    this.size = this.#count = this.#chars = 0
    this.#kind = 'empty'
    this.#texts = []
    this.#absent = []
    this.#odd = { places: [], values: [] }
    this.#parts = []
  }

  /** Whether these values can stand behind those before. */
  takes(kind: ColumnKind): boolean {
    return kind === this.#kind || kind === 'empty' || this.#kind === 'empty'
  }

  add(values: readonly unknown[], kind: ColumnKind): void {
    if (this.#kind === 'empty' && kind !== 'empty') this.#begin(kind)
    this.#makeRoom(this.#count + values.length)
    if (this.#kind === 'text') this.#addTexts(values)
    else if (this.#kind === 'number') this.#addNumbers(values)
    else if (this.#kind === 'flag') this.#addFlags(values)
    else if (this.#kind === 'values') this.#addValues(values)
    this.#count += values.length
  }

  #begin(kind: ColumnKind): void {
    this.#kind = kind
    const before = this.#numbers
    if (kind === 'text') this.#numbers = before instanceof Uint32Array ? before : new Uint32Array(firstRoom)
    else if (kind === 'number') this.#numbers = before instanceof Float64Array ? before : new Float64Array(firstRoom)
    else if (kind === 'flag') this.#numbers = before instanceof Uint8Array ? before : new Uint8Array(firstRoom)
    else this.#numbers = null
    // What came before has no value.
    if (kind === 'values') this.#addValues(new Array(this.#count).fill(undefined))
    else for (let i = 0; i < this.#count; i++) this.#absent.push(i)
  }

  #makeRoom(count: number): void {
    const before = this.#numbers
    if (before === null || before.length >= count) return
    const size = Math.max(count, before.length * 2)
    const after =
      before instanceof Float64Array
        ? new Float64Array(size)
        : before instanceof Uint32Array
          ? new Uint32Array(size)
          : new Uint8Array(size)
    after.set(before)
    this.#numbers = after
  }

  // The loops are compiled while they run: what is rare in them is left to a function.

  #addTexts(values: readonly unknown[]): void {
    const lengths = this.#numbers as Uint32Array
    let isWhole = true
    let at = this.#count
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (typeof value === 'string') lengths[at] = value.length
      else isWhole = this.#setApart(value, at) && isWhole
      at++
    }
    const text = isWhole ? values.join('') : values.map((value) => (typeof value === 'string' ? value : '')).join('')
    this.#texts.push(text)
    this.#chars += text.length
    this.size += text.length + values.length
  }

  #addNumbers(values: readonly unknown[]): void {
    const numbers = this.#numbers as Float64Array
    let at = this.#count
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (typeof value === 'number') numbers[at] = value
      else this.#setApart(value, at)
      at++
    }
    this.size += values.length * 8
  }

  #addFlags(values: readonly unknown[]): void {
    const stored = this.#numbers as Uint8Array
    let at = this.#count
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value === true) stored[at] = 1
      else if (value === null) stored[at] = 2
      else if (value !== false) this.#setApart(value, at)
      at++
    }
    this.size += values.length
  }

  #addValues(values: readonly unknown[]): void {
    const part = serialize(values)
    this.#parts.push(part)
    this.size += part.length
  }

  /** @returns whether nothing of it is left where values are joined as texts */
  #setApart(value: unknown, at: number): boolean {
    if (value === undefined) {
      this.#absent.push(at)
      return true
    }
    this.#odd.places.push(at)
    this.#odd.values.push(value)
    return value === null
  }

  /** The column as it is stored, in parts that stay as they are until another column is stored. */
  parts(): Uint8Array[] {
    const odd = this.#odd.places.length === 0 ? noBytes : serialize([this.#odd.places, this.#odd.values])
    const { width, more, parts } = this.#stored()
    const absent = this.#absent.length === 0 ? noBytes : bitmapOf(this.#absent, this.#count)
    const head = Buffer.alloc(columnHeadBytes)
    head.writeUInt8(columnKinds.indexOf(this.#kind), 0)
    head.writeUInt8(width, 1)
    head.writeUInt8(more, 2)
    head.writeUInt8(absent.length === 0 ? 0 : 1, 3)
    const [first = noBytes, second = noBytes] = parts
    for (const [place, size] of [first.length, second.length, odd.length, this.#chars].entries()) {
      head.writeUInt32LE(size, 4 + place * 4)
    }
    return [head, first, second, absent, odd]
  }

  #stored(): { width: number; more: number; parts: Uint8Array[] } {
    const used = this.#numbers?.subarray(0, this.#count)
    if (this.#kind === 'text') {
      const { form, bytes } = storeTexts(this.#texts, this.#chars)
      const lengths = narrowLengths(used as Uint32Array)
      return { width: lengths.BYTES_PER_ELEMENT, more: textForms.indexOf(form), parts: [bytesOf(lengths), bytes] }
    }
    if (this.#kind === 'number') {
      const form = numberForm(used as Float64Array)
      return { width: form.width, more: form.scale, parts: [storeNumbers(used as Float64Array, form)] }
    }
    if (this.#kind === 'flag') return { width: 1, more: 0, parts: [bytesOf(used as Uint8Array)] }
    if (this.#kind === 'empty') return { width: 0, more: 0, parts: [] }
    return {
      width: 0,
      more: 0,
      parts: [bytesOf(Uint32Array.from(this.#parts, (part) => part.length)), Buffer.concat(this.#parts)],
    }
  }
}

const noBytes = new Uint8Array(0)
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

function narrowLengths(lengths: Uint32Array): Uint8Array | Uint16Array | Uint32Array {
  let most = 0
  for (let i = 0; i < lengths.length; i++) if ((lengths[i] as number) > most) most = lengths[i] as number
  return most < 2 ** 8 ? new Uint8Array(lengths) : most < 2 ** 16 ? new Uint16Array(lengths) : lengths
}

function bitmapOf(places: readonly number[], count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8))
  for (const place of places) bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7))
  return bits
}
