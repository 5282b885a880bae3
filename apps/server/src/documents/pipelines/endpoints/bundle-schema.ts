import { findStoreReferences, type JsonSchema, referenceMode, schemaIdPrefix } from '@millrace/contract'

/**
 * Schemas with all they refer to, at any depth, as parts of one document: `schemas` by name go in, and come out with
 * every reference written as '#{root}/{name}'. References inside a schema to itself follow it to its new place.
 * @param store schemas by their address importer://schema/id/…
 * @param root where the parts will lie, such as '/definitions'
 */
export function bundleSchemas(
  schemas: Record<string, JsonSchema>,
  store: Readonly<Record<string, JsonSchema>>,
  root: string,
): Record<string, JsonSchema> {
  const names = new Map<string, string>()
  const todo: string[] = []
  const nameOf = (address: string): string => {
    const known = names.get(address)
    if (known !== undefined) return known
    let count = names.size + 1
    while (Object.hasOwn(schemas, `schema${count}`)) count++
    const name = `schema${count}`
    names.set(address, name)
    todo.push(address)
    return name
  }
  const move = (schema: JsonSchema, own: string) =>
    moved(schema, (reference) => {
      const [address = '', pointer = ''] = reference.split('#')
      if (address === '') return `#${root}/${own}${pointer}`
      return Object.hasOwn(store, address) ? `#${root}/${nameOf(address)}${pointer}` : reference
    })
  const parts: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(schemas)) parts[name] = move(schema, name)
  for (const address of todo) {
    const name = nameOf(address)
    parts[name] = move(store[address] ?? {}, name)
  }
  return parts
}

/** One schema with all it refers to in its own `definitions`. */
function wholeSchema(schema: JsonSchema, store: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (findStoreReferences(schema).size === 0) return schema
  const { body, ...definitions } = bundleSchemas({ body: schema }, store, '/definitions')
  return atRoot({ ...body, definitions: { ...(body?.definitions as object | undefined), ...definitions } })
}

/**
 * An object with a schema for each port, as one schema with all it refers to. A port is a document of its own: one that
 * refers to a place in itself ('#/definitions/…') is put beside the object, as data models are.
 */
export function wholePorts(object: JsonSchema, store: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const own: Record<string, JsonSchema> = {}
  const ports = Object.entries((object.properties ?? {}) as Record<string, JsonSchema>).map(([name, port], place) => {
    if (!JSON.stringify(port).includes('"$ref":"#')) return [name, port]
    const address = `${schemaIdPrefix}port-${place}`
    own[address] = port
    return [name, { $ref: address }]
  })
  return wholeSchema({ ...object, properties: Object.fromEntries(ports) }, { ...store, ...own })
}

/** References of the bundled body to itself, when it is the document. */
const atRoot = (schema: JsonSchema): JsonSchema =>
  moved(schema, (reference) => reference.replace(/^#\/definitions\/body(?=\/|$)/, '#'))

/** A copy with every reference rewritten; ids of the schemas go, as they would move what lies below them. */
function moved(schema: JsonSchema, rewrite: (reference: string) => string): JsonSchema {
  const copy = (value: unknown, mode: 'schema' | 'names'): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, 'schema'))
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      if (mode === 'schema' && (key === '$id' || key === '$schema') && typeof item === 'string') return []
      if (mode === 'schema' && key === '$ref' && typeof item === 'string') return [[key, rewrite(item)]]
      const inner = referenceMode(mode, key)
      return [[key, inner === 'data' ? item : copy(item, inner)]]
    })
    return Object.fromEntries(entries)
  }
  return copy(schema, 'schema') as JsonSchema
}
