import type { DocKind, TreeNode } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../state/toasts.ts'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import styles from './explorer.module.css'
import { removeFolder } from '../folders/folder-calls.ts'
import { contentsOf } from './node-actions.ts'

type Props = { kind: DocKind; folder: TreeNode; path: string; onDeleted: () => void; onClose: () => void }

const count = (n: number, one: string, many: string) => (n === 1 ? `the ${one}` : `the ${n} ${many}`)

/**
 * Asks before a folder goes; what lies inside goes only where it is ticked (FLD-008, D-115). What this person does not
 * see may be in it, too: then the server refuses and both boxes are offered.
 */
export function DeleteFolderDialog({ kind, folder, path, onDeleted, onClose }: Props) {
  const inside = contentsOf(folder)
  const [withFolders, setFolders] = useState(false)
  const [withDocuments, setDocuments] = useState(false)
  const [refused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const offers = {
    folders: inside.folders > 0 || refused,
    documents: inside.documents > 0 || refused,
  }
  const waits = (inside.folders > 0 && !withFolders) || (inside.documents > 0 && !withDocuments)
  const remove = async () => {
    setBusy(true)
    toast.closeErrors()
    const problem = await removeFolder(kind, { id: folder.value, withFolders, withDocuments })
    if (problem === null) {
      onDeleted()
      return onClose()
    }
    setBusy(false)
    setRefused(true)
  }
  return (
    <Dialog
      title="Delete folder"
      tone="warn"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} data-first-focus>
            Cancel
          </Button>
          <Button tone="danger" disabled={waits || busy} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      <p className={styles.question}>Do you want to delete the folder {path}?</p>
      {offers.folders && (
        <label className={styles.tick}>
          <input type="checkbox" checked={withFolders} onChange={(event) => setFolders(event.target.checked)} />
          With {inside.folders > 0 ? count(inside.folders, 'folder inside', 'folders inside') : 'all folders inside'}
        </label>
      )}
      {offers.documents && (
        <label className={styles.tick}>
          <input type="checkbox" checked={withDocuments} onChange={(event) => setDocuments(event.target.checked)} />
          With{' '}
          {inside.documents > 0
            ? `${count(inside.documents, 'document inside', 'documents inside')}, in all versions`
            : 'all documents inside, in all versions'}
        </label>
      )}
      {waits && <p className={styles.place}>The folder is not empty: tick what goes with it.</p>}
      <ToastPlace />
    </Dialog>
  )
}
