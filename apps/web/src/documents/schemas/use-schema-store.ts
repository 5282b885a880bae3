import { findStoreReferences, schemaIdPrefix, schemaNamePrefix } from '@millrace/contract/schemas/references.rule'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'

const empty: SchemaStore = {}

/** All schemas that this one refers to, at any depth, by address; those that cannot be had are left out. */
export function useSchemaStore(schema: unknown): SchemaStore {
  // Schemas can be large, and who asks is drawn with each key.
  const first = useMemo(() => [...findStoreReferences(schema)].toSorted(), [schema])
  const { data } = useQuery({
    queryKey: ['schema store', first],
    queryFn: () => loadStore(first),
    enabled: first.length > 0,
    placeholderData: keepPreviousData,
  })
  return first.length === 0 ? empty : (data ?? empty)
}

async function loadStore(addresses: readonly string[]): Promise<SchemaStore> {
  const store: SchemaStore = {}
  const waiting = [...addresses]
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (Object.hasOwn(store, address)) continue
    const found = await load(address).catch(() => null)
    if (found === null) continue
    store[address] = found.jsonSchema
    waiting.push(...findStoreReferences(found.jsonSchema))
  }
  return store
}

function load(address: string) {
  if (address.startsWith(schemaIdPrefix))
    return call('GET /schemas/find', { query: { id: address.slice(schemaIdPrefix.length) }, quiet: true })
  const name = address.slice(schemaNamePrefix.length)
  return call('GET /schemas/byname', { query: { name: decodeURIComponent(name) }, quiet: true })
}
