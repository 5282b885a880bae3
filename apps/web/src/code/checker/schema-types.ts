import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { SchemaSet, type SchemaStore } from '@millrace/contract/schemas/schema-set'
import { commentOf } from './type-comments.ts'
import { TypeNames } from './type-names.ts'

type Schema = Record<string, unknown>
/** Schemas by the names that their types get where they have no title. */
export type NamedSchema = { name: string; schema: unknown }
/** `types`: what stands for each of the schemas; `declarations`: what those types are made of. */
export type SchemaTypes = { types: string[]; declarations: string }

/** A schema that says nothing of the shape of a value: beside others it adds nothing, alone it allows anything. */
const unknown = 'unknown'
/** Values of an enum that are told one by one. */
const maxEnum = 1000

/**
 * TypeScript types of what draft-07 schemas allow. Where a schema says more than types can (lengths, patterns, `not`,
 * conditions), the type allows more. Properties that a schema does not name exist only where it says so itself, with
 * `additionalProperties` or a pattern, or names none at all: a name that is nowhere is most likely misspelt.
 */
export function typesOfSchemas(schemas: readonly NamedSchema[], store: SchemaStore = {}): SchemaTypes {
  // Each is a document of its own, so that '#/definitions' means its own; what several refer to is one type.
  const own = schemas.map(({ schema }, index) => [`port:/${index}`, schema] as const)
  const root = { allOf: own.map(([address]) => ({ $ref: address })) }
  const set = new SchemaSet(root, { ...store, ...Object.fromEntries(own) } as SchemaStore, { forDrawing: true })
  const writer = new TypeWriter(set)
  const parts = isObject(set.root.schema) ? (set.root.schema.allOf as unknown[]) : []
  const types = schemas.map(({ name }, index) => writer.read(parts[index], name))
  return { types, declarations: writer.declarations.join('\n') }
}

class TypeWriter {
  readonly declarations: string[] = []
  readonly #set: SchemaSet
  readonly #names = new TypeNames()
  readonly #ofReference = new Map<string, string>()
  /** Names that something refers to while what they mean is being written. */
  readonly #inUse = new Set<string>()

  constructor(set: SchemaSet) {
    this.#set = set
  }

  /** The type of any value that the schema allows. */
  read(schema: unknown, hint: string): string {
    const type = this.#typeOf(schema, hint)
    return type === unknown ? 'any' : type
  }

  #typeOf(schema: unknown, hint: string): string {
    if (schema === false) return 'never'
    if (!isObject(schema)) return unknown
    if (typeof schema.$ref === 'string') return this.#referenced(schema.$ref, hint)
    return this.#written(schema, hint, null)
  }

  #referenced(reference: string, hint: string): string {
    const known = this.#ofReference.get(reference)
    if (known !== undefined) {
      this.#inUse.add(known)
      return known
    }
    const found = this.#set.resolve(reference)?.schema
    if (!isObject(found) || typeof found.$ref === 'string' || !holdsOthers(found)) {
      return found === undefined || found === true ? unknown : this.#typeOf(found, hint)
    }
    // Named before it is written: it may hold itself.
    const name = this.#names.take(titleOf(found) ?? hint)
    this.#ofReference.set(reference, name)
    const type = this.#written(found, name, name)
    if (type === name) return name
    if (this.#inUse.has(name)) {
      this.declarations.push(`${commentOf(found)}export type ${name} = ${orAny(type)}`)
      return name
    }
    this.#ofReference.set(reference, type)
    return type
  }

  /** @param name what an object is to be called; null for a name of its own */
  #written(schema: Schema, hint: string, name: string | null): string {
    const combined = this.#combined(schema, hint)
    const own = this.#ownType(schema, hint, combined.length === 0 ? name : null, combined.length > 0)
    return intersection([own, ...combined])
  }

  /** What the schemas of allOf, anyOf and oneOf say. */
  #combined(schema: Schema, hint: string): string[] {
    const listed = (keyword: string) => (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])
    const all = listed('allOf').map((part) => this.#typeOf(part, hint))
    const either = ['anyOf', 'oneOf'].map((keyword) => {
      const branches = listed(keyword).map((part) => this.#typeOf(part, hint))
      return branches.length === 0 || branches.includes(unknown) ? unknown : union(branches)
    })
    return [...all, ...either].filter((type) => type !== unknown)
  }

  #ownType(schema: Schema, hint: string, name: string | null, isCombined: boolean): string {
    const kinds = kindsOf(schema)
    if (Object.hasOwn(schema, 'const')) return literal(schema.const)
    if (Array.isArray(schema.enum) && schema.enum.length <= maxEnum) {
      return union(
        schema.enum.filter((value) => kinds === null || kinds.some((kind) => isOfKind(value, kind))).map(literal),
      )
    }
    if (kinds === null) return unknown
    return union(kinds.map((kind) => this.#kindType(kind, schema, hint, name, isCombined)))
  }

  #kindType(kind: string, schema: Schema, hint: string, name: string | null, isCombined: boolean): string {
    if (kind === 'object') return this.#objectType(schema, hint, name, isCombined)
    if (kind === 'array') return this.#listType(schema, hint)
    if (kind === 'integer') return 'number'
    return ['string', 'number', 'boolean', 'null'].includes(kind) ? kind : unknown
  }

  #objectType(schema: Schema, hint: string, name: string | null, isCombined: boolean): string {
    const named = isObject(schema.properties) ? schema.properties : {}
    const required = new Set(Array.isArray(schema.required) ? schema.required.filter(isText) : [])
    const { additionalProperties: more } = schema
    const extras = [...conditionalNames(schema)].filter((key) => !Object.hasOwn(named, key))
    const missing = [...required].filter((key) => !Object.hasOwn(named, key))
    const isEmpty = Object.keys(named).length + extras.length + missing.length === 0
    const isOpen = more === true || isObject(more) || isObject(schema.patternProperties)
    if (isEmpty && !isOpen) {
      if (more === false) return 'Record<string, never>'
      return isCombined ? unknown : 'Record<string, any>'
    }
    if (isEmpty && isObject(more) && !isObject(schema.patternProperties))
      return `Record<string, ${this.read(more, `${hint} value`)}>`
    const own = name ?? this.#names.take(titleOf(schema) ?? hint)
    const lines = Object.entries(named).map(([key, part]) => this.#property(key, part, required.has(key), own))
    for (const key of missing) lines.push(`  ${keyText(key)}: any`)
    for (const key of extras) if (!required.has(key)) lines.push(`  ${keyText(key)}?: any`)
    if (isOpen) lines.push('  [name: string]: any')
    this.declarations.push(`${commentOf(schema)}export interface ${own} {\n${lines.join('\n')}\n}`)
    return own
  }

  #property(key: string, part: unknown, isRequired: boolean, owner: string): string {
    const type = this.read(part, `${owner} ${key}`)
    return `${commentOf(this.#described(part), '  ')}  ${keyText(key)}${isRequired ? '' : '?'}: ${type}`
  }

  /** What describes a property: words beside a reference, else those of what it leads to. */
  #described(part: unknown): unknown {
    if (!isObject(part) || typeof part.$ref !== 'string' || isText(part.description)) return part
    const target = this.#set.resolve(part.$ref)?.schema
    return isObject(target) ? { ...target, ...part } : part
  }

  #listType(schema: Schema, hint: string): string {
    const { items } = schema
    if (!Array.isArray(items)) return listOf(this.read(items, `${hint} item`))
    const sure = typeof schema.minItems === 'number' ? schema.minItems : 0
    const parts = items.map((part, index) => {
      const type = this.read(part, `${hint} ${index + 1}`)
      return index < sure ? type : `(${type})?`
    })
    if (schema.additionalItems !== false) parts.push(`...${listOf(this.read(schema.additionalItems, `${hint} more`))}`)
    return `[${parts.join(', ')}]`
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const orAny = (type: string): string => (type === unknown ? 'any' : type)
const titleOf = ({ title }: Schema): string | undefined => (isText(title) && title.trim() !== '' ? title : undefined)
const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))
const listOf = (type: string): string => (/^\w+$/.test(type) ? `${type}[]` : `Array<${type}>`)

/** Whether a type of its own is worth a name: what holds other values may hold itself. */
const holdsOthers = (schema: Schema): boolean =>
  ['properties', 'items', 'allOf', 'anyOf', 'oneOf', 'additionalProperties', 'additionalItems', 'required'].some(
    (name) => Object.hasOwn(schema, name),
  )

/** The kinds of values that a schema speaks of; null when it does not say. */
function kindsOf(schema: Schema): string[] | null {
  const { type } = schema
  if (isText(type)) return [type]
  if (Array.isArray(type)) return type.filter(isText)
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(schema, name))
  if (has('properties', 'additionalProperties', 'patternProperties')) return ['object']
  if (has('items', 'additionalItems')) return ['array']
  return conditionalNames(schema).size > 0 ? ['object'] : null
}

/** Properties that are there only under a condition: anything may stand in them. */
function conditionalNames(schema: Schema): Set<string> {
  const parts = [schema.then, schema.else, ...Object.values(isObject(schema.dependencies) ? schema.dependencies : {})]
  const names = parts.flatMap((part) =>
    isObject(part) && isObject(part.properties) ? Object.keys(part.properties) : [],
  )
  return new Set(names)
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === 'null') return value === null
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return isObject(value)
  return typeof value === (kind === 'integer' ? 'number' : kind)
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? unknown
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${literal(part)}`)
  return `{ ${parts.join('; ')} }`
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== 'never')
  if (distinct.includes(unknown)) return unknown
  return distinct.length === 0 ? 'never' : distinct.join(' | ')
}

function intersection(types: readonly string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== unknown)
  if (distinct.length <= 1) return distinct[0] ?? unknown
  return distinct.map((type) => (type.includes(' | ') ? `(${type})` : type)).join(' & ')
}
