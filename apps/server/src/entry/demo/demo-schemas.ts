import { readFileSync } from 'node:fs'
import { type JsonSchema, schemaNamePrefix, findStoreReferences } from '@millrace/contract'
import { withIdReferences } from '../../documents/schemas/schema-addresses.ts'

/** The demo's schemas in an order in which each comes after those it refers to. Files lie in schemas/. */
export const demoSchemas = [
  { name: 'Money', file: 'money', folder: 'Shared' },
  { name: 'Product', file: 'product', folder: 'Shared' },
  { name: 'Bike row', file: 'bike-row', folder: 'Bikes' },
  { name: 'Bike text', file: 'bike-text', folder: 'Bikes' },
  { name: 'EV vehicle', file: 'ev-vehicle', folder: 'Electric vehicles' },
  { name: 'EV market row', file: 'ev-market-row', folder: 'Electric vehicles' },
  { name: 'Dealer', file: 'dealer', folder: 'Retail network' },
  { name: 'Store', file: 'store', folder: 'Retail network' },
  { name: 'Listed store', file: 'listed-store', folder: 'Retail network' },
  { name: 'EPA row', file: 'epa-row', folder: 'Registries' },
  { name: 'EV price', file: 'ev-price', folder: 'Prices' },
  { name: 'Registered vehicle', file: 'registered-vehicle', folder: 'Registries' },
] as const

export type DemoSchema = (typeof demoSchemas)[number]['name']

/**
 * The schema of a file. References by name in it become references to the versions made before, as an author pins them.
 * @param ids version ids of the schemas made so far, by name
 */
export function demoSchema(file: string, ids: ReadonlyMap<string, string>): JsonSchema {
  const text = readFileSync(new URL(`schemas/${file}.json`, import.meta.url), 'utf8')
  const schema = JSON.parse(text) as JsonSchema
  const addresses: Record<string, string> = {}
  for (const address of findStoreReferences(schema)) {
    const id = ids.get(address.slice(schemaNamePrefix.length))
    if (id !== undefined) addresses[address] = id
  }
  return withIdReferences(schema, addresses)
}
