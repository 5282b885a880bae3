import type { JsonSchema } from '../primitives.ts'
import { metaSchema, metaSchemaAddress } from './meta-schema.ts'
import { schemaIdPrefix, schemaNamePrefix } from './references.rule.ts'
import { isObject, keywordShape, setOwn } from './schema-keywords.ts'
import { SchemaError } from './schema-error.ts'
import { joinAddress, type Place, SchemaSource } from './schema-source.ts'

type Written = Record<string, unknown>
/** How a set is made: see the constructor. */
type SetOptions = { forDrawing?: boolean; onMissing?: (written: Written, error: SchemaError) => void }

/** Schemas a reference may point to, by address without '#…', such as `importer://schema/id/{id}`. */
export type SchemaStore = Record<string, JsonSchema | boolean>

/** A schema as validators see it: only what draft-07 asserts, references by key. */
export type SchemaNode = { schema: unknown }

const storePrefixes = [schemaIdPrefix, schemaNamePrefix]

/**
 * A schema with everything it refers to, taken from the store alone; nothing is ever fetched. Addresses (`$id` at any
 * depth, anchors, URNs, JSON pointers) are resolved here: what comes out are plain documents under keys of their own,
 * in which `$ref` names such a key. So validators need no idea of addresses, two versions of a schema with the same
 * `$id` can stand side by side, and annotations and unknown keywords are gone.
 */
export class SchemaSet {
  /** Keyword of what stands in place of a reference that leads nowhere, where such are kept. */
  static readonly missing = '$missing'
  readonly root: SchemaNode
  /** Every referenced schema by the key that references name. */
  readonly documents = new Map<string, unknown>()
  /** The documents as their authors wrote them. */
  readonly written: unknown[] = []
  /** False when a property is called like something every object inherits, such as 'constructor'. */
  properNames = true
  readonly #store: SchemaStore
  readonly #sources = new Map<string, SchemaSource>()
  readonly #keys = new Map<SchemaSource, Map<unknown, string>>()
  readonly #waiting: { key: string; place: Place }[] = []
  readonly #own: SchemaSource
  readonly #forDrawing: boolean
  readonly #onMissing: SetOptions['onMissing']
  readonly #written = new WeakMap<object, Written>()

  /**
   * @param options `forDrawing` keeps annotations (titles, defaults, `ui`), also those beside a reference, and turns a
   * reference that leads nowhere into `{ $missing: sentence }`; `onMissing` is told of each such reference, which then
   * allows anything, with the schema that it stands in
   * @throws SchemaError when a reference names no schema of the store, or nothing in it
   */
  constructor(schema: JsonSchema | boolean, store: SchemaStore, options: SetOptions = {}) {
    this.#store = store
    this.#forDrawing = options.forDrawing ?? false
    this.#onMissing = options.onMissing
    this.#own = new SchemaSource(schema, 'schema:/')
    this.written.push(schema)
    const key = this.#keyOf(this.#own.root)
    this.#copyWaiting()
    this.root = { schema: this.documents.get(key) }
  }

  /** Follows a reference of a document in this set. */
  resolve(reference: string): SchemaNode | null {
    return this.documents.has(reference) ? { schema: this.documents.get(reference) } : null
  }

  /** The schema as its author wrote it that one of this set was made of. */
  writtenOf(schema: unknown): Written | undefined {
    return isObject(schema) ? this.#written.get(schema) : undefined
  }

  /** Takes in what nothing refers to, so that faults in unused definitions are found too. */
  addUnused(): void {
    for (const place of this.#own.definitions()) this.#keyOf(place)
    this.#copyWaiting()
  }

  #keyOf(place: Place): string {
    const keys = this.#keys.get(place.source) ?? new Map<unknown, string>()
    this.#keys.set(place.source, keys)
    // true and false are alike wherever they stand.
    const known = keys.get(place.schema)
    if (known !== undefined) return known
    const key = `set:/${this.documents.size}`
    keys.set(place.schema, key)
    this.documents.set(key, true)
    this.#waiting.push({ key, place })
    return key
  }

  #copyWaiting(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { schema, base, source } = next.place
      this.documents.set(next.key, this.#copy(schema, base, source))
    }
  }

  #copy(schema: unknown, outer: string, source: SchemaSource): unknown {
    if (!isObject(schema)) return schema
    if (typeof schema.$ref === 'string') {
      const reference = this.#reference(schema, schema.$ref, outer, source)
      this.#written.set(reference, schema)
      return reference
    }
    const base = source.baseOf(schema, outer)
    const inner = (item: unknown) => this.#copy(item, base, source)
    const target: Record<string, unknown> = {}
    this.#written.set(target, schema)
    for (const [name, value] of Object.entries(schema)) {
      const shape = keywordShape(name)
      if (shape !== null && shape !== 'store') setOwn(target, name, this.#copyKeyword(name, shape, value, inner))
      else if (this.#forDrawing && shape === null) setOwn(target, name, value)
    }
    // What the author says of a form is told to whoever breaks it.
    if (typeof schema.pattern === 'string' && schema.description !== undefined) target.description = schema.description
    return target
  }

  #reference(schema: Written, reference: string, base: string, source: SchemaSource): Written {
    if (!this.#forDrawing) return this.#plainReference(schema, reference, base, source)
    const beside = Object.entries(schema).filter(([name]) => keywordShape(name) === null && name !== '$ref')
    const target: Record<string, unknown> = {}
    for (const [name, value] of beside) setOwn(target, name, value)
    try {
      return { ...target, $ref: this.#keyOf(this.#target(reference, base, source)) }
    } catch (error) {
      if (error instanceof SchemaError) return { ...target, [SchemaSet.missing]: error.message }
      throw error
    }
  }

  #plainReference(schema: Written, reference: string, base: string, source: SchemaSource): Written {
    try {
      return { $ref: this.#keyOf(this.#target(reference, base, source)) }
    } catch (error) {
      if (this.#onMissing === undefined || !(error instanceof SchemaError)) throw error
      this.#onMissing(schema, error)
      return {}
    }
  }

  #copyKeyword(
    name: string,
    shape: NonNullable<ReturnType<typeof keywordShape>>,
    value: unknown,
    inner: (item: unknown) => unknown,
  ): unknown {
    if (name === 'required' && Array.isArray(value)) value.forEach((item) => this.#checkName(item))
    if (shape === 'value') return value
    if (Array.isArray(value)) return shape === 'list' || shape === 'items' ? value.map(inner) : value
    if (shape !== 'map' && shape !== 'dependencies') return inner(value)
    if (!isObject(value)) return value
    const map: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(value)) {
      this.#checkName(key)
      if (Array.isArray(item)) item.forEach((property) => this.#checkName(property))
      setOwn(map, key, Array.isArray(item) ? item : inner(item))
    }
    return map
  }

  #checkName(name: unknown): void {
    if (typeof name === 'string' && name in Object.prototype) this.properNames = false
  }

  /** The place a `$ref` means. */
  #target(reference: string, base: string, source: SchemaSource): Place {
    const [written = '', pointer = ''] = splitReference(reference)
    // Names of stored schemas are texts, not parts of a path: 'a/../b' is a name.
    const isStored = storePrefixes.some((prefix) => written.startsWith(prefix))
    const joined = isStored ? reference : joinAddress(reference, base)
    if (joined === null) throw new SchemaError('notExist', '', reference)
    const [address = '', joinedPointer = ''] = splitReference(joined)
    const fragment = decodeFragment(isStored ? pointer : joinedPointer)
    const found =
      source.named(joined) ?? this.#within(source.named(address) ?? this.#stored(address, reference), fragment)
    const place = found === undefined ? undefined : toSchemaPlace(found)
    if (place === undefined) {
      throw new SchemaError('invalid', `can't resolve reference ${reference}`, reference)
    }
    return place
  }

  #within(start: Place, fragment: string): Place | undefined {
    if (fragment === '') return start
    return fragment.startsWith('/') ? start.source.at(start, fragment) : start.source.named(`${start.base}#${fragment}`)
  }

  #stored(address: string, reference: string): Place {
    for (const name of spellingsOf(address)) {
      const known = this.#sources.get(name)
      if (known) return known.root
      const schema = Object.hasOwn(this.#store, name) ? this.#store[name] : undefined
      if (schema === undefined) continue
      this.written.push(schema)
      return this.#addSource(name, schema)
    }
    if (address === metaSchemaAddress) return this.#sources.get(address)?.root ?? this.#addSource(address, metaSchema)
    throw new SchemaError('notExist', '', reference)
  }

  #addSource(name: string, schema: unknown): Place {
    const source = new SchemaSource(schema, name)
    this.#sources.set(name, source)
    return source.root
  }
}

/** A schema is an object or a boolean; a pointer can lead to anything. */
const toSchemaPlace = (place: Place): Place | undefined =>
  isObject(place.schema) || typeof place.schema === 'boolean' ? place : undefined

function splitReference(reference: string): [string, string] {
  const hash = reference.indexOf('#')
  return hash < 0 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash + 1)]
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment // a lone '%' stands for itself
  }
}

/** An address as written, and with its percent-encoding undone or done. */
function spellingsOf(address: string): string[] {
  const names = [address]
  try {
    names.push(decodeURI(address))
  } catch {
    // A lone '%' is part of the name.
  }
  try {
    names.push(encodeURI(address))
  } catch {
    // Half a character cannot be encoded: there is no other spelling.
  }
  return names
}
