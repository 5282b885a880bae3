import { z } from 'zod'
import { Id } from '../primitives.ts'

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
