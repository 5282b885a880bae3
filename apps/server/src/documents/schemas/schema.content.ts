import { JsonSchema } from '@millrace/contract'
import { z } from 'zod'

/**
 * What a schema version stores. `jsonSchema` is the author's own text of it; `addresses` says which version each of its
 * references meant when it was saved, so that a reference by name keeps its meaning when somebody locks a newer one.
 */
export type SchemaContent = { format: 1; jsonSchema: JsonSchema; addresses: Record<string, string> }

const Format1 = z.object({
  format: z.literal(1),
  jsonSchema: JsonSchema,
  addresses: z.record(z.string(), z.string()),
})

/** Reads stored content of any format this product ever wrote. */
export const parseSchemaContent = (stored: Record<string, unknown>): SchemaContent => Format1.parse(stored)
