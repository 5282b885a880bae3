import { schemaNamePrefix } from '@millrace/contract/schemas/references.rule'
import { useMemo } from 'react'
import { findSchemaFaults, type SchemaFault } from './check-schema.ts'
import { faultsOfRefusal } from './fault-places.ts'
import type { Reference } from './use-references.ts'

/** Why the server did not take a schema, and which one that was. */
export type Refusal = { message: string; schema: unknown }

/** All that is wrong with a schema: what is found here, and what the server has refused while it is the same schema. */
export function useSchemaFaults(
  schema: unknown,
  refusal: Refusal | null,
  references: readonly Reference[],
): readonly SchemaFault[] {
  return useMemo(() => {
    const found = findSchemaFaults(schema)
    if (refusal === null || refusal.schema !== schema) return found
    const known = new Set(references.flatMap(({ address, schemaName }) => [address, schemaNamePrefix + schemaName]))
    return [...faultsOfRefusal(refusal.message, schema, known), ...found]
  }, [schema, refusal, references])
}
