/** Where JSON breaks its grammar: byte offset from 0 and a phrase that completes "The JSON is malformed: …". */
export class JsonSyntaxError extends Error {
  readonly offset: number
  readonly tooDeep: boolean

  constructor(offset: number, what: string, tooDeep = false) {
    super(what)
    this.offset = offset
    this.tooDeep = tooDeep
  }
}

const literals = [Buffer.from('true'), Buffer.from('false'), Buffer.from('null')]
const isDigit = (c: number | undefined) => c !== undefined && c >= 48 && c <= 57
const isHex = (c: number | undefined) =>
  c !== undefined && (isDigit(c) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102))

/** White space of RFC 8259: space, line feed, carriage return, tab; no form feed, no space that is not ASCII. */
export const isJsonSpace = (c: number | undefined): boolean => c === 32 || c === 10 || c === 13 || c === 9

/**
 * A strict tokenizer over UTF-8 bytes (RFC 8259). JSON.parse is faster but does not say where it failed, and cannot
 * find the place of a value: this runs only for those two questions.
 */
export class JsonScanner {
  private readonly bytes: Buffer
  private readonly depthLimit: number
  private readonly repeated: ((name: string, at: number) => void) | null

  /** @param repeated hears of a name that comes twice in one object, with its offset */
  constructor(bytes: Buffer, depthLimit: number, repeated: ((name: string, at: number) => void) | null = null) {
    this.bytes = bytes
    this.depthLimit = depthLimit
    this.repeated = repeated
  }

  skipSpace(at: number): number {
    const { bytes } = this
    for (let i = at; ; i++) if (!isJsonSpace(bytes[i])) return i
  }

  /** One value and nothing after it but space. */
  document(start: number): void {
    const end = this.skipSpace(this.value(this.skipSpace(start), 0))
    if (end < this.bytes.length) throw new JsonSyntaxError(end, `${this.show(end)} follows the end of the document`)
  }

  /** Checks the value at `at` and gives the offset behind it. */
  value(at: number, depth: number): number {
    const c = this.bytes[at]
    if (c === 0x22) return this.string(at)
    if (c === 0x7b) return this.object(at, depth, null)
    if (c === 0x5b) return this.array(at, depth)
    if (c === 0x2d || isDigit(c)) return this.number(at)
    for (const word of literals) {
      if (this.bytes.compare(word, 0, word.length, at, Math.min(at + word.length, this.bytes.length)) === 0) {
        return at + word.length
      }
    }
    throw new JsonSyntaxError(at, `a value is expected instead of ${this.show(at)}`)
  }

  /** Calls `field` with each key and the offset of its value; values are checked. */
  object(at: number, depth: number, field: ((key: string, valueAt: number) => void) | null): number {
    if (depth >= this.depthLimit) this.tooDeep(at)
    let i = this.skipSpace(at + 1)
    if (this.bytes[i] === 0x7d) return i + 1
    const names = this.repeated === null ? null : new Set<string>()
    for (;;) {
      if (this.bytes[i] !== 0x22)
        throw new JsonSyntaxError(i, `a field name in quotes is expected instead of ${this.show(i)}`)
      const keyEnd = this.string(i)
      const key = field || names ? (JSON.parse(this.bytes.toString('utf8', i, keyEnd)) as string) : ''
      if (names?.has(key)) this.repeated?.(key, i)
      names?.add(key)
      i = this.skipSpace(keyEnd)
      if (this.bytes[i] !== 0x3a) throw new JsonSyntaxError(i, `':' is expected instead of ${this.show(i)}`)
      i = this.skipSpace(i + 1)
      field?.(key, i)
      i = this.skipSpace(this.value(i, depth + 1))
      if (this.bytes[i] === 0x7d) return i + 1
      if (this.bytes[i] !== 0x2c) throw new JsonSyntaxError(i, `',' or '}' is expected instead of ${this.show(i)}`)
      i = this.skipSpace(i + 1)
    }
  }

  /** Calls `element` with the offset of each element; values are checked. */
  array(at: number, depth: number, element: ((valueAt: number) => void) | null = null): number {
    if (depth >= this.depthLimit) this.tooDeep(at)
    let i = this.skipSpace(at + 1)
    if (this.bytes[i] === 0x5d) return i + 1
    for (;;) {
      element?.(i)
      i = this.skipSpace(this.value(i, depth + 1))
      if (this.bytes[i] === 0x5d) return i + 1
      if (this.bytes[i] !== 0x2c) throw new JsonSyntaxError(i, `',' or ']' is expected instead of ${this.show(i)}`)
      i = this.skipSpace(i + 1)
    }
  }

  private string(at: number): number {
    const { bytes } = this
    for (let i = at + 1; i < bytes.length; i++) {
      const c = bytes[i] as number
      if (c === 0x22) return i + 1
      if (c < 0x20) throw new JsonSyntaxError(i, 'a text contains a raw line break or control character')
      if (c !== 0x5c) continue
      const escape = bytes[++i]
      if (escape === 0x75) {
        for (let k = 1; k <= 4; k++) {
          if (!isHex(bytes[i + k])) throw new JsonSyntaxError(i + k, `four hex digits are expected after '\\u'`)
        }
        i += 4
      } else if (escape === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(escape))) {
        throw new JsonSyntaxError(i, `${this.show(i)} cannot follow a backslash`)
      }
    }
    throw new JsonSyntaxError(bytes.length, 'the file ends inside a text')
  }

  private number(at: number): number {
    const { bytes } = this
    let i = at
    if (bytes[i] === 0x2d) i++
    if (bytes[i] === 0x30) i++
    else i = this.digits(i)
    if (bytes[i] === 0x2e) i = this.digits(i + 1)
    if (bytes[i] === 0x65 || bytes[i] === 0x45) {
      i++
      if (bytes[i] === 0x2b || bytes[i] === 0x2d) i++
      i = this.digits(i)
    }
    return i
  }

  private digits(at: number): number {
    let i = at
    while (isDigit(this.bytes[i])) i++
    if (i === at) throw new JsonSyntaxError(i, `a digit is expected instead of ${this.show(i)}`)
    return i
  }

  private tooDeep(at: number): never {
    throw new JsonSyntaxError(at, `it is nested more than ${this.depthLimit} levels deep`, true)
  }

  private show(at: number): string {
    if (at >= this.bytes.length) return 'the end of the file'
    const character = [...this.bytes.toString('utf8', at, at + 4)][0] ?? ''
    return character < ' ' ? 'a line break or control character' : `'${character}'`
  }
}
