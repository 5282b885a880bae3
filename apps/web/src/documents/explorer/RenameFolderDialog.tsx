import type { DocKind, TreeNode } from '@millrace/contract'
import { renameFolder } from '../folders/folder-calls.ts'
import { FolderNameDialog } from './FolderNameDialog.tsx'

type Props = { kind: DocKind; folder: Pick<TreeNode, 'value' | 'label'>; onClose: () => void }

/** Another name for a folder; the same one asks nobody. */
export function RenameFolderDialog({ kind, folder, onClose }: Props) {
  return (
    <FolderNameDialog
      title="Rename folder"
      confirm="Confirm"
      name={folder.label}
      onName={async (name) => (name === folder.label ? null : renameFolder(kind, folder.value, name))}
      onClose={onClose}
    />
  )
}
