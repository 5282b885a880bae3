import { findStoreReferences } from '@millrace/contract/schemas/references.rule'
import type { SchemaStore } from '@millrace/contract/schemas/schema-set'

/** Other schemas that it refers to, each taken for one that holds anything: whether they are there the server tells. */
export const storeOfReferences = (schema: unknown): SchemaStore =>
  Object.fromEntries([...findStoreReferences(schema)].map((address) => [address, true]))
