import type { ReadLimits, ReadNote, DataRecord } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'

type Frame = {
  name: string
  line: number
  fields: DataRecord | null
  fieldCount: number
  text: string
  isRecord: boolean
  /** `xsi:nil`: null, not an empty text. */
  isNil: boolean
  /** `xml:space="preserve"`: space at the ends belongs to the text. */
  keepsSpace: boolean
}

const MAX_NAME_CHARS = 10_000

/** A name of the path without a prefix stands for that element of any namespace. */
function isNamed(name: string, wanted: string | undefined): boolean {
  return name === wanted || (wanted !== undefined && !wanted.includes(':') && name.endsWith(`:${wanted}`))
}

/** Sets an own property even when it is called `__proto__`. */
function setField(target: DataRecord, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
  else target[name] = value
}

/**
 * Builds records from the events of an XML parser. Without a path every repeated child of the root is a record; a child
 * is held back until its name comes a second time. If none repeats, a lone child with fields of its own is the record,
 * else the root itself.
 */
export class XmlRecordBuilder {
  private readonly path: readonly string[]
  private readonly limits: ReadLimits
  private readonly emit: (record: DataRecord, line: number) => void
  private readonly stack: Frame[] = []
  private readonly held = new Map<string, { record: DataRecord; line: number }>()
  private readonly counts = new Map<string, number>()
  /** With a path: the elements met below the part of it that was found, for the message when the rest was not. */
  private deepest = 0
  private readonly below = new Set<string>()
  /** Depth of the innermost open record, -1 outside. */
  private recordDepth = -1
  private rootName = ''
  private root: { record: DataRecord; line: number } | null = null
  private emitted = 0
  /** Attributes of the element that is open. */
  private attributes = 0

  constructor(path: readonly string[], limits: ReadLimits, emit: (record: DataRecord, line: number) => void) {
    this.path = path
    this.limits = limits
    this.emit = emit
  }

  /** Elements that are open. */
  get depth(): number {
    return this.stack.length
  }

  open(name: string, line: number): void {
    const depth = this.stack.length
    if (depth >= this.limits.depth) {
      throw new FileError('limit', `Line ${line}: the XML is nested more than ${this.limits.depth} levels deep`, {
        line,
      })
    }
    if (name.length > MAX_NAME_CHARS) {
      const message = `Line ${line}: the name of an element is longer than ${MAX_NAME_CHARS} characters`
      throw new FileError('limit', message, { line })
    }
    if (depth === 0) this.rootName = name
    this.attributes = 0
    const isRecord = this.recordDepth < 0 && (this.path.length === 0 ? depth === 1 : this.isAtPath(name))
    if (isRecord) this.recordDepth = depth
    this.stack.push({ name, line, fields: null, fieldCount: 0, text: '', isRecord, isNil: false, keepsSpace: false })
  }

  /** Attributes that are about the file, not of the record, become no field: namespaces, `xsi:nil`, `xml:space`. */
  attribute(name: string, value: string): void {
    const top = this.stack[this.stack.length - 1]
    // The parser keeps the attributes of elements, too, that are no part of a record.
    if (top && ++this.attributes > this.limits.columns) {
      const message = `Line ${top.line}: the element '${top.name}' has more than ${this.limits.columns} attributes`
      throw new FileError('limit', message, { line: top.line })
    }
    if (top && name.length + value.length > this.limits.cellChars) {
      const message = `Line ${top.line}: an attribute of '${top.name}' holds more than ${this.limits.cellChars} characters`
      throw new FileError('limit', message, { line: top.line })
    }
    if (!top || name === 'xmlns' || name.startsWith('xmlns:')) return
    if (name === 'xsi:nil') top.isNil = value === 'true' || value === '1'
    else if (name === 'xml:space') top.keepsSpace = value === 'preserve'
    else if (this.keeps(this.stack.length - 1)) this.addField(top, `@${name}`, value)
  }

  text(text: string): void {
    const top = this.stack[this.stack.length - 1]
    if (!top || !this.keeps(this.stack.length - 1)) return
    // Space between the root's children would add up over the whole file.
    if (this.stack.length === 1 && text.trim() === '') return
    top.text += text
    if (top.text.length > this.limits.cellChars) {
      const message = `Line ${top.line}: the element '${top.name}' holds more than ${this.limits.cellChars} characters`
      throw new FileError('limit', message, { line: top.line })
    }
  }

  close(): void {
    const frame = this.stack.pop()
    if (!frame) return
    const depth = this.stack.length
    const text = frame.keepsSpace && frame.fields === null ? frame.text : frame.text.trim()
    if (frame.isRecord) {
      this.recordDepth = -1
      const record = frame.fields ?? {}
      if (text !== '' || frame.fields === null) setField(record, '#text', text)
      this.takeRecord(frame.name, record, frame.line)
      return
    }
    if (depth === 0) {
      const record = frame.fields ?? {}
      if (text !== '') setField(record, '#text', text)
      this.root = { record, line: frame.line }
      return
    }
    if (this.recordDepth < 0) return
    const parent = this.stack[depth - 1] as Frame
    if (frame.fields && text !== '') setField(frame.fields, '#text', text)
    this.addField(parent, frame.name, frame.fields ?? (frame.isNil && text === '' ? null : text))
  }

  /** An element with nothing but text in it: what `open`, `text` and `close` would do. */
  leaf(name: string, text: string, line: number): void {
    const { limits, stack } = this
    const isUsual = this.recordDepth >= 0 && stack.length < limits.depth && name.length <= MAX_NAME_CHARS
    if (isUsual && text.length <= limits.cellChars) {
      this.addField(stack[stack.length - 1] as Frame, name, text.trim())
      return
    }
    this.open(name, line)
    if (text !== '') this.text(text)
    this.close()
  }

  /** Settles what was held back. Throws FileError when a path was set and led nowhere. */
  end(notes: ReadNote[]): void {
    if (this.path.length > 0) {
      if (this.emitted > 0) return
      throw new FileError('notFound', this.pathMessage())
    }
    const repeated = [...this.counts].filter(([, count]) => count > 1)
    if (repeated.length > 1) {
      const list = repeated.map(([name, count]) => `${count} ${name}`).join(', ')
      notes.push({
        level: 'warn',
        message: `Several elements are repeated and all are read as records (${list}); a record path chooses one`,
      })
    } else if (repeated.length === 0) this.endWithoutRepeats(notes)
  }

  private endWithoutRepeats(notes: ReadNote[]): void {
    const [only] = [...this.held.values()]
    const lone = this.held.size === 1 && only && Object.keys(only.record).some((key) => key !== '#text')
    if (lone) this.emit(only.record, only.line)
    else if (this.root) {
      const record: DataRecord = { ...this.root.record }
      for (const [name, child] of this.held) {
        const keys = Object.keys(child.record)
        setField(record, name, keys.length === 1 && keys[0] === '#text' ? child.record['#text'] : child.record)
      }
      if (Object.keys(record).length === 0)
        throw new FileError('empty', `The file is empty: the XML element '${this.rootName}' holds no records`)
      this.emit(record, this.root.line)
      notes.push({ level: 'info', message: `No element is repeated: '${this.rootName}' is read as one record` })
    }
  }

  /** Where the path was lost and what there is instead. */
  private pathMessage(): string {
    const found = this.deepest === 0 ? `the root '${this.rootName}'` : `'${this.path.slice(0, this.deepest).join('/')}'`
    const names = [...this.below].slice(0, 10).map((name) => `'${name}'`)
    const has = names.length > 0 ? `has the elements ${names.join(', ')}` : 'has no elements'
    return `The record path '${this.path.join('/')}' leads nowhere: ${found} ${has}${this.below.size > 10 ? ', …' : ''}`
  }

  /** Compares the open elements with the path, whose first name may be the root or a child of it. */
  private isAtPath(name: string): boolean {
    const from = isNamed(this.rootName, this.path[0]) ? 0 : 1
    const depth = this.stack.length
    const parent = depth - from
    for (let i = 0; i < parent; i++) {
      if (!isNamed(this.stack[i + from]?.name ?? '', this.path[i])) return false
    }
    if (parent > this.deepest) {
      this.deepest = parent
      this.below.clear()
    }
    if (depth > 0 && parent === this.deepest && this.below.size < 11) this.below.add(name)
    return parent === this.path.length - 1 && isNamed(name, this.path[parent])
  }

  /** Whether the frame at this depth belongs to a record, or to the root whose own fields may become one. */
  private keeps(depth: number): boolean {
    return this.recordDepth >= 0 || (depth === 0 && this.path.length === 0)
  }

  private takeRecord(name: string, record: DataRecord, line: number): void {
    this.emitted++
    if (this.path.length > 0) {
      this.emit(record, line)
      return
    }
    const count = (this.counts.get(name) ?? 0) + 1
    this.counts.set(name, count)
    if (count === 1) {
      if (this.held.size >= this.limits.columns) {
        throw new FileError(
          'limit',
          `Line ${line}: the root has more than ${this.limits.columns} differently named elements`,
          { line },
        )
      }
      this.held.set(name, { record, line })
      return
    }
    const first = count === 2 ? this.held.get(name) : undefined
    if (first) {
      this.held.delete(name)
      this.emit(first.record, first.line)
    }
    this.emit(record, line)
  }

  private addField(frame: Frame, name: string, value: unknown): void {
    frame.fields ??= {}
    const { fields } = frame
    const before = fields[name]
    // Names such as 'constructor' are there without being fields.
    if (before === undefined || !Object.hasOwn(fields, name)) {
      if (++frame.fieldCount > this.limits.columns) {
        const message = `Line ${frame.line}: the element '${frame.name}' has more than ${this.limits.columns} fields`
        throw new FileError('limit', message, { line: frame.line })
      }
      setField(fields, name, value)
      return
    }
    // Attributes are unique in XML, so only elements get here, and none of their values is a list of its own.
    if (Array.isArray(before)) before.push(value)
    else setField(fields, name, [before, value])
  }
}
