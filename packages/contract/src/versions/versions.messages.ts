import { z } from 'zod'
import { DocRef } from '../documents/documents.messages.ts'
import { Id, ISODate } from '../primitives.ts'

export const VersionRecord = z.object({
  _id: Id,
  version: z.number().int(),
  vLocked: z.boolean(),
  vParents: z.array(Id),
  lastUpdateDate: ISODate,
})
export type VersionRecord = z.infer<typeof VersionRecord>

const list = { query: z.object({ id: Id }), reply: z.array(VersionRecord) }
/** `country`: masters only, the newest draft of each country as well (D-95). `locked` are all that were, used ones first. */
const lock = {
  body: z.object({ id: Id, force: z.boolean().optional(), country: z.boolean().optional() }),
  reply: z.object({ _id: Id, version: z.number().int(), vLocked: z.literal(true), locked: z.array(DocRef) }),
}
const createNew = {
  body: z.object({ id: Id }),
  reply: z.object({ _id: Id, version: z.number().int(), vLocked: z.literal(false) }),
}
const deleteVersion = {
  body: z.object({ id: Id }),
  reply: z.object({ deleted: Id, versions: z.array(VersionRecord) }),
}

/** Versions of the three kinds of documents: the same calls below each. */
export const versionCalls = {
  'GET /schemas/version': list,
  'GET /components/version': list,
  'GET /pipelines/version': list,
  'POST /schemas/version/lock': lock,
  'POST /components/version/lock': lock,
  'POST /pipelines/version/lock': lock,
  'POST /schemas/version/new': createNew,
  'POST /components/version/new': createNew,
  'POST /pipelines/version/new': createNew,
  'POST /schemas/version/delete': deleteVersion,
  'POST /components/version/delete': deleteVersion,
  'POST /pipelines/version/delete': deleteVersion,
}
