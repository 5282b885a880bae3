import type { DocKind, TreeNode } from '@millrace/contract'
import { renameNode } from '../folders/folder-calls.ts'
import { NameDialog } from './NameDialog.tsx'

type Props = { kind: DocKind; folder: Pick<TreeNode, 'value' | 'label' | 'type'>; onClose: () => void }

/** Another name for a folder; the same one asks nobody. */
export function RenameFolderDialog({ kind, folder, onClose }: Props) {
  return (
    <NameDialog
      title="Rename folder"
      confirm="Confirm"
      name={folder.label}
      onName={async (name) => (name === folder.label ? null : renameNode(kind, folder, name))}
      onClose={onClose}
    />
  )
}
