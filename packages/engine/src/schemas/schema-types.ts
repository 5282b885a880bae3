import type { SchemaNode, SchemaSet } from './schema-set.ts'

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** What a schema says of a value: its possible types (null = any), its fields and items, and the fields it requires. */
export type PropertyTypes = {
  types: ReadonlySet<TypeName> | null
  properties: Map<string, SchemaNode>
  required: Set<string>
  items: SchemaNode | null
}

const MOST_DEPTH = 32

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

/** Reads types through `$ref`, `allOf`, `anyOf` and `oneOf`; deeper nesting than 32 counts as "any". */
export function typesOf(set: SchemaSet, node: SchemaNode, depth = 0): PropertyTypes {
  const result: PropertyTypes = { types: null, properties: new Map(), required: new Set(), items: null }
  const { schema, document } = node
  if (!isPlainObject(schema) || depth > MOST_DEPTH) return result
  const at = (part: unknown): SchemaNode => ({ schema: part, document })
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
    const target = set.resolve(schema.$ref, document)
    if (target) {
      const other = typesOf(set, target, depth + 1)
      result.types = intersect(result.types, other.types)
      adopt(other, true)
    }
  }
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) {
      const other = typesOf(set, at(part), depth + 1)
      result.types = intersect(result.types, other.types)
      adopt(other, true)
    }
  }
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (!Array.isArray(branches) || branches.length === 0) continue
    const others = branches.map((part) => typesOf(set, at(part), depth + 1))
    result.types = intersect(result.types, unite(others.map((other) => other.types)))
    for (const other of others) adopt(other, false)
  }
  for (const part of [schema.then, schema.else]) if (part !== undefined) adopt(typesOf(set, at(part), depth + 1), false)
  return result
}
