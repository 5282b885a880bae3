import { type JsonSchema, schemaIdPrefix, schemaNamePrefix } from '@millrace/contract'

/** Keywords whose value is data, not schema: a `$ref` in there is not a reference. */
const data = new Set(['const', 'enum', 'default', 'examples'])

/** The name in a reference by name, as written or percent-encoded. */
export function nameInAddress(address: string): string {
  const written = address.slice(schemaNamePrefix.length)
  try {
    return decodeURIComponent(written)
  } catch {
    return written // a lone '%' is part of the name
  }
}

/** A copy in which every reference that `addresses` knows names the version by its id; '#…' parts are kept. */
export function withIdReferences(schema: JsonSchema, addresses: Record<string, string>): JsonSchema {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key !== '$ref' || typeof item !== 'string') return [key, data.has(key) ? item : copy(item)]
        const [address = '', ...rest] = item.split('#')
        const id = Object.hasOwn(addresses, address) ? addresses[address] : undefined
        return [key, id === undefined ? item : [schemaIdPrefix + id, ...rest].join('#')]
      }),
    )
  }
  return copy(schema) as JsonSchema
}
