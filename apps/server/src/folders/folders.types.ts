import type { DocTags, VersionRecord } from '@millrace/contract'

/** A folder or document of the tree as one caller sees it (FLD-003, FLD-004). */
export type TreeNode = {
  /** Folder id, or the id of the newest version. */
  value: string
  label: string
  type: 'folder' | 'leaf'
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
}
