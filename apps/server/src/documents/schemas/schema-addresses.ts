import { type JsonSchema, referenceMode, schemaIdPrefix, schemaNamePrefix } from '@millrace/contract'

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
  const copy = (value: unknown, mode: 'schema' | 'names'): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, 'schema'))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const inner = referenceMode(mode, key)
        if (mode === 'names' || key !== '$ref' || typeof item !== 'string')
          return [key, inner === 'data' ? item : copy(item, inner)]
        const [address = '', ...rest] = item.split('#')
        const id = Object.hasOwn(addresses, address) ? addresses[address] : undefined
        return [key, id === undefined ? item : [schemaIdPrefix + id, ...rest].join('#')]
      }),
    )
  }
  return copy(schema, 'schema') as JsonSchema
}
