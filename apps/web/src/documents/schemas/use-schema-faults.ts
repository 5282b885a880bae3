import { findStoreReferences } from '@millrace/contract/schemas/references.rule'
import { useMemo } from 'react'
import { findSchemaFaults, type SchemaFault } from './check-schema.ts'
import { faultsOfRefusal, type Refusal } from './fault-places.ts'
import { isKnown, type KnownSchemas } from './use-known-schemas.ts'

type Options = {
  refusal: Refusal | null
  /** The schema as it was saved last: what its references mean is settled, also where it may not be seen. */
  saved: unknown
  known: KnownSchemas | null
}

/** All that is wrong with a schema: what is found here, and what the server has refused while it is the same schema. */
export function useSchemaFaults(schema: unknown, { refusal, saved, known }: Options): readonly SchemaFault[] {
  return useMemo(() => {
    const found = findSchemaFaults(schema)
    if (refusal === null || refusal.schema !== schema) return found
    return [...faultsOfRefusal(refusal, missingOf(schema, saved, known)), ...found]
  }, [schema, refusal, saved, known])
}

/** Addresses that lead nowhere as far as this person sees; where some of them are new, those only. */
function missingOf(schema: unknown, saved: unknown, known: KnownSchemas | null): string[] {
  if (known === null) return []
  const missing = [...findStoreReferences(schema)].filter((address) => !isKnown(known, address))
  const settled = findStoreReferences(saved)
  const fresh = missing.filter((address) => !settled.has(address))
  return fresh.length > 0 ? fresh : missing
}
