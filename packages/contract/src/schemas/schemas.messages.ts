import { z } from 'zod'
import { ListItem, MovedDocument, Reparent } from '../documents/documents.messages.ts'
import { Id, IdList, JsonSchema } from '../primitives.ts'
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

/** Calls of schemas (API-088 to API-094); those of their versions are in `versionCalls`. */
export const schemaCalls = {
  'GET /schemas/byname': { query: z.object({ name: z.string().min(1).max(1000) }), reply: Schema },
  'GET /schemas': { query: z.object({ ids: IdList }), reply: z.array(Schema) },
  'GET /schemas/find': { query: z.object({ id: Id }), reply: Schema },
  'GET /schemas/list': { reply: z.array(ListItem) },
  'POST /schemas': { authored: true, body: SchemaInput, reply: Schema },
  'DELETE /schemas': { query: z.object({ id: Id }), reply: z.object({ deleted: z.array(Id) }) },
  'POST /schemas/reparent': { body: Reparent, reply: MovedDocument },
}
