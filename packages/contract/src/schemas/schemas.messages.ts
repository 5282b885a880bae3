import { z } from 'zod'
import { Id, JsonSchema } from '../primitives.ts'
import { VersionRecord } from '../versions/versions.messages.ts'

/** SCH-002 */
export const Schema = z.object({
  _id: Id,
  name: z.string(),
  folder: Id,
  jsonSchema: JsonSchema,
  version: z.number().int(),
  vLocked: z.boolean(),
  read_only: z.boolean(),
  sys_version: z.number().int(),
  versions: z.array(VersionRecord),
})
export type Schema = z.infer<typeof Schema>

export const SchemaInput = z.object({
  _id: Id.optional(),
  name: z.string(),
  folder: Id.optional(),
  jsonSchema: JsonSchema.optional(),
  sys_version: z.number().int().optional(),
})
export type SchemaInput = z.input<typeof SchemaInput>
