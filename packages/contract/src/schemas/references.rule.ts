import type { JsonSchema } from '../primitives.ts'

/** The two fixed prefixes of a reference from one schema to another (SCH-008, D-120). */
export const schemaIdPrefix = 'importer://schema/id/'
export const schemaNamePrefix = 'importer://schema/name/'

export const refToSchema = (id: string): JsonSchema => ({ $ref: schemaIdPrefix + id })

/** Port schema of a list of rows described by the schema version `id` (settled point 1). */
export const listOfSchema = (id: string): JsonSchema => ({ type: 'array', items: refToSchema(id) })

/** Every distinct reference into the store found anywhere in the value, without '#…' parts. */
export function storeReferences(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const item of value) storeReferences(item, found)
  else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') {
        const [address = ''] = item.split('#')
        if (address.startsWith(schemaIdPrefix) || address.startsWith(schemaNamePrefix)) found.add(address)
      } else if (key !== 'const' && key !== 'enum' && key !== 'default' && key !== 'examples') {
        storeReferences(item, found)
      }
    }
  }
  return found
}

/** The row schema inside a port schema: its `items`, or null when the port says nothing of its rows. */
export function rowSchemaOf(portSchema: JsonSchema | undefined): JsonSchema | null {
  const items = portSchema?.items
  if (items === undefined || items === null || typeof items !== 'object' || Array.isArray(items)) return null
  return Object.keys(items).length === 0 ? null : (items as JsonSchema)
}
