import type { JsonSchema } from '../primitives.ts'

/** The two fixed prefixes of a reference from one schema to another (SCH-008, D-120). */
export const schemaIdPrefix = 'importer://schema/id/'
export const schemaNamePrefix = 'importer://schema/name/'

export const refToSchema = (id: string): JsonSchema => ({ $ref: schemaIdPrefix + id })

/** Port schema of a list of rows described by the schema version `id`: pipelines read and write lists of rows. */
export const listOfSchema = (id: string): JsonSchema => ({ type: 'array', items: refToSchema(id) })

/** Keywords whose value is data, not schema: a `$ref` in there is not a reference. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples'])
/** Keywords in which names are the author's own: a property may be called 'default'. */
const nameKeywords = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies'])

/** How the value under a key is read, for walks that look for references. */
export function referenceMode(mode: 'schema' | 'names', key: string): 'schema' | 'names' | 'data' {
  if (mode === 'names') return 'schema'
  return dataKeywords.has(key) ? 'data' : nameKeywords.has(key) ? 'names' : 'schema'
}

/** Every distinct reference into the store found anywhere in the value, without '#…' parts. */
export function findStoreReferences(value: unknown): Set<string> {
  const found = new Set<string>()
  const walk = (at: unknown, mode: 'schema' | 'names') => {
    if (Array.isArray(at)) for (const item of at) walk(item, 'schema')
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return
    for (const [key, item] of Object.entries(at)) {
      const inner = referenceMode(mode, key)
      if (mode === 'schema' && key === '$ref' && typeof item === 'string') {
        const [address = ''] = item.split('#')
        if (address.startsWith(schemaIdPrefix) || address.startsWith(schemaNamePrefix)) found.add(address)
      } else if (inner !== 'data') walk(item, inner)
    }
  }
  walk(value, 'schema')
  return found
}

/** The row schema inside a port schema: its `items`, or null when the port says nothing of its rows. */
export function rowSchemaOf(portSchema: JsonSchema | undefined): JsonSchema | null {
  const items = portSchema?.items
  if (items === undefined || items === null || typeof items !== 'object' || Array.isArray(items)) return null
  return Object.keys(items).length === 0 ? null : (items as JsonSchema)
}
