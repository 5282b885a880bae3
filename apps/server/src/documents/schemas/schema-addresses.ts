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

/** Meanings of addresses after versions moved; an address by id is another one then. */
export const movedAddresses = (
  addresses: Readonly<Record<string, string>>,
  moved: ReadonlyMap<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addresses).map(([address, id]) => {
      const to = moved.get(id) ?? id
      return [address === schemaIdPrefix + id ? schemaIdPrefix + to : address, to]
    }),
  )

/** What `withIdReferences` takes to write references by id to versions that moved; those by name stay as written. */
export const movedIds = (
  addresses: Readonly<Record<string, string>>,
  moved: ReadonlyMap<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addresses).flatMap(([address, id]) => {
      const to = moved.get(id)
      return to === undefined || address !== schemaIdPrefix + id ? [] : [[address, to]]
    }),
  )

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
