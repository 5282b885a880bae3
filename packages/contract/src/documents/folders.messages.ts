import { z } from 'zod'
import { Id } from '../primitives.ts'
import { DocTags } from '../badges/badges.messages.ts'
import { VersionRecord } from '../versions/versions.messages.ts'
import { DocKind, Folder } from './documents.messages.ts'

/** A folder or document of a tree as one caller sees it (FLD-003, FLD-004). */
export type TreeNode = {
  /** Folder id, or the id of the newest version. */
  value: string
  label: string
  type: 'folder' | 'leaf'
  /** Folders only: folders first, then by label. */
  children?: TreeNode[]
  /** Badge rules, for admin and super-admin; empty for others (D-51). */
  tags: DocTags
  inheritTags: DocTags[]
  /** Leaves only, newest first. */
  versions?: VersionRecord[]
  editable: boolean
  draggable: boolean
  droppable: boolean
  isMaster?: boolean
  /** Only on what comes with the product: nobody changes it, its badges neither. */
  readyMade?: true
}
export const TreeNode: z.ZodType<TreeNode> = z
  .object({
    value: Id,
    label: z.string(),
    type: z.enum(['folder', 'leaf']),
    get children() {
      return z.array(TreeNode).optional()
    },
    tags: DocTags,
    inheritTags: z.array(DocTags),
    versions: z.array(VersionRecord).optional(),
    editable: z.boolean(),
    draggable: z.boolean(),
    droppable: z.boolean(),
    isMaster: z.boolean().optional(),
    readyMade: z.literal(true).optional(),
  })
  .meta({ id: 'TreeNode' })

export const folderCalls = {
  'GET /folders/tree': { query: z.object({ kind: z.string() }), reply: z.array(TreeNode) },
  'POST /folders': { body: z.object({ name: z.string(), kind: DocKind, parent: Id.nullable() }), reply: Folder },
  'DELETE /folders': {
    body: z.object({
      id: Id,
      kind: DocKind,
      withFolders: z.boolean().optional(),
      withDocuments: z.boolean().optional(),
    }),
    reply: z.object({ folders: z.array(Id), documents: z.array(Id) }),
  },
  'POST /folders/rename': {
    body: z.object({ id: Id, name: z.string() }),
    reply: z.object({ id: Id, name: z.string() }),
  },
  'POST /folders/reparent': { body: z.object({ id: Id, parentId: Id }), reply: Folder },
}
