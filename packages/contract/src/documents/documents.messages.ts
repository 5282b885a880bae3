import { z } from 'zod'
import { Id, Json } from '../primitives.ts'

export const docKinds = ['pipeline', 'schema', 'component'] as const
/** Kinds of versioned documents and of the trees they lie in (LIM-007, FLD-001). */
export const DocKind = z.enum(docKinds)
export type DocKind = z.infer<typeof DocKind>

export const DocRef = z.object({
  _id: Id,
  name: z.string(),
  version: z.number().int(),
  vLocked: z.boolean(),
  type: DocKind,
})
export type DocRef = z.infer<typeof DocRef>

export const Folder = z.object({ id: Id, name: z.string(), kind: DocKind, parent: Id.nullable() })
export type Folder = z.infer<typeof Folder>

/** A document in a list: its newest version (API-057, API-090). `kind` is that of a component. */
export const ListItem = z.object({
  _id: Id,
  name: z.string(),
  folder: Id,
  version: z.number().int(),
  vLocked: z.boolean(),
  kind: z.string().optional(),
})
export type ListItem = z.infer<typeof ListItem>

/** Where a document lies after it was moved; a name that was taken there got a number (FLD-017). */
export const MovedDocument = z.object({ _id: Id, name: z.string(), folder: Id })
export type MovedDocument = z.infer<typeof MovedDocument>
export const Reparent = z.object({ id: Id, parentId: Id })

/** A version that uses versions of another document; `uses` says which, newest first. */
export const DocUser = DocRef.extend({ uses: z.array(z.object({ _id: Id, version: z.number().int() })) })
export type DocUser = z.infer<typeof DocUser>

/** What a version of any kind holds, to be compared with another or restored. */
export const VersionContent = DocRef.extend({ sys_version: z.number().int(), content: Json })
export type VersionContent = z.infer<typeof VersionContent>

/** Calls that take a version of any kind. */
export const documentCalls = {
  /** Who uses a document directly, whichever version `id` is; of users the caller may not see only how many there are. */
  'GET /documents/usages': {
    query: z.object({ id: Id }),
    reply: z.object({ users: z.array(DocUser), unseen: z.number().int() }),
  },
  'GET /documents/content': { query: z.object({ id: Id }), reply: VersionContent },
}
