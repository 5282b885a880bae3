import type { DocKind, TreeNode } from '@millrace/contract'
import { useState } from 'react'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { removeItem } from '../folders/item-calls.ts'
import { UsagesDialog } from '../versions/UsagesDialog.tsx'
import styles from './explorer.module.css'

type Props = { kind: DocKind; item: TreeNode; path: string; onDeleted: () => void; onClose: () => void }

/** Asks before a document goes with all its versions, told by number; a refusal says who uses it (FLD-008, D-104). */
export function DeleteItemDialog({ kind, item, path, onDeleted, onClose }: Props) {
  const [refused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const [usages, setUsages] = useState(false)
  const remove = async () => {
    setBusy(true)
    toast.closeErrors()
    const problem = await removeItem(kind, item.value)
    if (problem === null) {
      if (kind === 'pipeline') toast.success('Pipeline deleted')
      onDeleted()
      return onClose()
    }
    setBusy(false)
    setRefused(true)
  }
  return (
    <Dialog
      title="Delete item"
      tone="warn"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} data-first-focus>
            Cancel
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      }
    >
      <p className={styles.question}>Do you want to delete {path}?</p>
      <p className={styles.place}>{versionsThatGo(item)}</p>
      <ToastPlace />
      {refused && (
        <Button tone="link" onClick={() => setUsages(true)}>
          Who uses it?
        </Button>
      )}
      {usages && <UsagesDialog id={item.value} name={item.label} onClose={() => setUsages(false)} />}
    </Dialog>
  )
}

/** 'Its 3 versions go with it, 2 of them in production.' */
function versionsThatGo({ versions = [] }: Pick<TreeNode, 'versions'>): string {
  const locked = versions.filter(({ vLocked }) => vLocked).length
  const production = locked === 0 ? '' : `, ${locked === versions.length ? '' : `${locked} of them `}in production`
  return versions.length === 1
    ? `Its only version goes with it${locked === 1 ? ', which is in production' : ''}.`
    : `Its ${versions.length} versions go with it${production}.`
}
