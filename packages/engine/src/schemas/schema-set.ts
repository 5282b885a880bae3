import type { JsonSchema } from '@millrace/contract'
import { SchemaProblem } from './schema-problem.ts'
import type { SchemaStore } from './validation.types.ts'

const STORE_PREFIXES = ['importer://schema/id/', 'importer://schema/name/']
const isStoreAddress = (text: string) => STORE_PREFIXES.some((prefix) => text.startsWith(prefix))

/** A schema and the document it stands in: local references start there. */
export type SchemaNode = { schema: unknown; document: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const dataKeywords = new Set(['const', 'enum', 'default', 'examples', 'ui'])
const mapKeywords = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies'])

function innerMode(mode: 'schema' | 'map' | 'data', name: string): 'schema' | 'map' | 'data' {
  if (mode === 'data') return 'data'
  if (mode === 'map') return 'schema'
  return dataKeywords.has(name) ? 'data' : mapKeywords.has(name) ? 'map' : 'schema'
}

/**
 * A row schema with everything it refers to, taken from the store alone; nothing is ever fetched. Documents get keys of
 * their own, so that two versions of a schema with the same `$id` can stand side by side.
 */
export class SchemaSet {
  readonly root: SchemaNode
  /** Every document by the key under which references name it. */
  readonly documents = new Map<string, unknown>()
  private readonly keys = new Map<string, string>()
  private readonly store: SchemaStore
  /** False when a property is called like something every object inherits, such as 'constructor'. */
  properNames = true

  /** Throws SchemaProblem when a reference names no schema of the store. */
  constructor(schema: JsonSchema, store: SchemaStore) {
    this.store = store
    this.root = { schema: this.add('set:/root', schema), document: 'set:/root' }
  }

  /** Follows a `$ref` to the schema it means; null for what only the validator understands, such as anchors. */
  resolve(reference: string, from: string): SchemaNode | null {
    const [address = '', fragment = ''] = reference.split('#')
    const document = address === '' ? from : address
    let schema = this.documents.get(document)
    if (schema === undefined || (fragment !== '' && !fragment.startsWith('/'))) return null
    for (const part of fragment.split('/').slice(1)) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
      if ((!isObject(schema) && !Array.isArray(schema)) || !Object.hasOwn(schema, key)) return null
      schema = (schema as Record<string, unknown>)[key]
    }
    return { schema, document }
  }

  private add(key: string, schema: unknown): unknown {
    const own = isObject(schema) && typeof schema.$id === 'string' ? schema.$id.replace(/#$/, '') : null
    // Draft and address of a stored document are the store's business: here it is draft-07 under our own key.
    const top = isObject(schema)
      ? Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$id' && name !== '$schema'))
      : schema
    this.documents.set(key, true)
    const copy = this.copy(top, own, 'schema')
    this.documents.set(key, copy)
    return copy
  }

  /** In a 'map' the names are the author's, not keywords. */
  private copy(value: unknown, own: string | null, mode: 'schema' | 'map' | 'data'): unknown {
    if (Array.isArray(value)) return value.map((item) => this.copy(item, own, mode))
    if (typeof value === 'string' && mode === 'schema' && value in Object.prototype) this.properNames = false
    if (!isObject(value)) return value
    const target: Record<string, unknown> = {}
    for (const [name, item] of Object.entries(value)) {
      if (mode === 'map' && name in Object.prototype) this.properNames = false
      const isReference = mode === 'schema' && name === '$ref' && typeof item === 'string'
      const changed = isReference ? this.reference(item, own) : this.copy(item, own, innerMode(mode, name))
      Object.defineProperty(target, name, { value: changed, enumerable: true, writable: true, configurable: true })
    }
    return target
  }

  private reference(reference: string, own: string | null): string {
    if (own && own !== '' && (reference === own || reference.startsWith(`${own}#`)))
      return reference.slice(own.length) || '#'
    const [address = '', fragment] = reference.split('#')
    if (!isStoreAddress(address)) {
      if (address === '' || address.startsWith('http://json-schema.org/draft-07/')) return reference
      throw new SchemaProblem('notExist', '', reference)
    }
    let key = this.keys.get(address)
    if (!key) {
      const schema = this.stored(address)
      key = `set:/${this.keys.size + 1}`
      this.keys.set(address, key)
      this.add(key, schema)
    }
    return fragment === undefined ? key : `${key}#${fragment}`
  }

  private stored(address: string): JsonSchema {
    for (const name of [address, decodeURI(address), encodeURI(address)]) {
      const schema = Object.hasOwn(this.store, name) ? this.store[name] : undefined
      if (schema !== undefined) return schema
    }
    throw new SchemaProblem('notExist', '', address)
  }
}
