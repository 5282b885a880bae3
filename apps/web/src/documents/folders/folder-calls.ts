import type { DocKind, TreeNode } from '@millrace/contract'
import { call } from '../../api/call.ts'
import { pathsOfKinds } from './item-calls.ts'
import { refreshTree } from './use-folder-tree.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** The tree is asked again after each, done or refused: a refusal mostly means that it has changed (FLD-023). */
async function withReason(kind: DocKind, doIt: () => Promise<unknown>): Promise<string | null> {
  try {
    await doIt()
    return null
  } catch (error) {
    // Shown as a red toast by the call (ERR-025); a dialog keeps it as well.
    return reasonOf(error)
  } finally {
    await refreshTree(kind)
  }
}

/** Renames a folder, or a document in all its versions (D-118). @returns null, or why it was refused */
export const renameNode = (
  kind: DocKind,
  { value: id, type }: Pick<TreeNode, 'value' | 'type'>,
  name: string,
): Promise<string | null> => {
  const fallback = `cannot rename ${type === 'folder' ? 'folder' : kind}`
  return withReason(kind, () => call('POST /folders/rename', { body: { id, name }, fallback }))
}

type Removal = { id: string; withFolders: boolean; withDocuments: boolean }

/** @returns null, or why it was refused */
export const removeFolder = (kind: DocKind, removal: Removal): Promise<string | null> =>
  withReason(kind, () => call('DELETE /folders', { body: { kind, ...removal }, fallback: 'cannot delete folder' }))

/**
 * Puts a folder or document into a folder.
 * @returns the name it has there, which a clash numbers (FLD-017), or null when refused
 */
export async function moveNode(
  kind: DocKind,
  { value: id, type }: Pick<TreeNode, 'value' | 'type'>,
  parentId: string,
): Promise<string | null> {
  let name: string | null = null
  await withReason(kind, async () => {
    const path = type === 'folder' ? 'folders' : pathsOfKinds[kind]
    const moved = await call(`POST /${path}/reparent`, {
      body: { id, parentId },
      fallback: `cannot move ${type === 'folder' ? 'folder' : kind}`,
    })
    name = moved.name
  })
  return name
}
