import type { SchemaNode, SchemaSet } from './schema-set.ts'

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** What a schema says of a value: its possible types (null = any), its fields and items, and the fields it requires. */
export type PropertyTypes = {
  types: ReadonlySet<TypeName> | null
  properties: Map<string, SchemaNode>
  required: Set<string>
  items: SchemaNode | null
}

/** Whether text of such a value is read as a number; where it may stay text, it does. */
export const readsNumbers = (types: ReadonlySet<TypeName> | null): boolean =>
  types !== null && !types.has('string') && (types.has('number') || types.has('integer'))

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'number' || type === 'boolean' || type === 'object' ? type : 'string'
}

function intersect(a: ReadonlySet<TypeName> | null, b: ReadonlySet<TypeName> | null): ReadonlySet<TypeName> | null {
  if (!a || !b) return a ?? b
  const wide = (set: ReadonlySet<TypeName>, type: TypeName) =>
    set.has(type) || (type === 'integer' && set.has('number'))
  return new Set([...a].filter((type) => wide(b, type)).concat([...b].filter((type) => wide(a, type))))
}

function unite(sets: (ReadonlySet<TypeName> | null)[]): ReadonlySet<TypeName> | null {
  return sets.some((set) => set === null) ? null : new Set(sets.flatMap((set) => [...(set ?? [])]))
}

const noTypes = (): PropertyTypes => ({ types: null, properties: new Map(), required: new Set(), items: null })

/** What is known of each schema; one that is being read leads back to itself, and says nothing more. */
const known = new WeakMap<object, PropertyTypes>()

/** Reads types through `$ref`, `allOf`, `anyOf` and `oneOf`. The result is shared: it is not to be changed. */
export function typesOf(set: SchemaSet, { schema }: SchemaNode): PropertyTypes {
  if (!isPlainObject(schema)) return noTypes()
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, noTypes())
  const result = readTypes(set, schema)
  known.set(schema, result)
  return result
}

function readTypes(set: SchemaSet, schema: Record<string, unknown>): PropertyTypes {
  const result = noTypes()
  const at = (part: unknown): SchemaNode => ({ schema: part })
  const adopt = (other: PropertyTypes, requires: boolean) => {
    for (const [name, property] of other.properties)
      if (!result.properties.has(name)) result.properties.set(name, property)
    if (requires) for (const name of other.required) result.required.add(name)
    result.items ??= other.items
  }
  if (typeof schema.type === 'string') result.types = new Set([schema.type as TypeName])
  else if (Array.isArray(schema.type)) result.types = new Set(schema.type as TypeName[])
  if (Array.isArray(schema.enum)) result.types = intersect(result.types, new Set(schema.enum.map(typeOfValue)))
  if ('const' in schema) result.types = intersect(result.types, new Set([typeOfValue(schema.const)]))
  if (isPlainObject(schema.properties)) {
    for (const [name, part] of Object.entries(schema.properties)) result.properties.set(name, at(part))
  }
  if (Array.isArray(schema.required)) for (const name of schema.required) result.required.add(String(name))
  if (schema.items !== undefined && !Array.isArray(schema.items)) result.items = at(schema.items)
  if (typeof schema.$ref === 'string') {
    const target = set.resolve(schema.$ref)
    if (target) {
      const other = typesOf(set, target)
      result.types = intersect(result.types, other.types)
      adopt(other, true)
    }
  }
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) {
      const other = typesOf(set, at(part))
      result.types = intersect(result.types, other.types)
      adopt(other, true)
    }
  }
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (!Array.isArray(branches) || branches.length === 0) continue
    const others = branches.map((part) => typesOf(set, at(part)))
    result.types = intersect(result.types, unite(others.map((other) => other.types)))
    for (const other of others) adopt(other, false)
  }
  for (const part of [schema.then, schema.else]) if (part !== undefined) adopt(typesOf(set, at(part)), false)
  return result
}
