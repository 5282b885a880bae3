import { z } from 'zod'
import { JsonSchema } from '../primitives.ts'
import { SentFile } from '../uploads/sent-file.messages.ts'

/** Example files of one call at most. */
const maxExamples = 20

/** A file to infer from. With `omitStartingArray` the items of a top-level list are described. */
export const SchemaExample = SentFile.extend({ omitStartingArray: z.boolean() })
export type SchemaExample = z.infer<typeof SchemaExample>

/**
 * What a field was inferred from: `seen` objects that could have had it, `filled` of them that did, and how often its
 * value was of each type ('empty' is a text of nothing). `pointer` is its place in the schema.
 */
export const InferredField = z.object({
  pointer: z.string(),
  seen: z.number().int(),
  filled: z.number().int(),
  types: z.record(z.string(), z.number().int()),
})
export type InferredField = z.infer<typeof InferredField>

export const InferredSchema = z.object({
  jsonSchema: JsonSchema,
  files: z.array(z.object({ name: z.string(), records: z.number().int() })),
  fields: z.array(InferredField),
})
export type InferredSchema = z.infer<typeof InferredSchema>

const Examples = z.array(SchemaExample).min(1).max(maxExamples)

export const inferCalls = {
  /** One schema of all the files (SCH-026). */
  'POST /schemas/generate': { base64: true, body: z.union([SchemaExample, Examples]), reply: JsonSchema },
  /** The same, and what it was inferred from. */
  'POST /schemas/infer': { base64: true, body: z.object({ examples: Examples }), reply: InferredSchema },
}
