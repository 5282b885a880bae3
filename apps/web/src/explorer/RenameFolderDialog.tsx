import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './explorer.module.css'
import { renameFolder } from './folder-calls.ts'
import type { DocKind, TreeNode } from '@millrace/contract'

type Props = { kind: DocKind; folder: Pick<TreeNode, 'value' | 'label'>; onClose: () => void }

/** One name; 'Confirm' once it is not empty, Enter confirms (FLD-007). A refusal leaves it open. */
export function RenameFolderDialog({ kind, folder, onClose }: Props) {
  const form = useId()
  const [name, setName] = useState(folder.label)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const empty = name.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (empty || busy) return
    if (name.trim() === folder.label) return onClose()
    setBusy(true)
    const refused = await renameFolder(kind, folder.value, name.trim())
    if (refused === null) return onClose()
    setBusy(false)
    setProblem(refused)
  }
  return (
    <Dialog
      title="Rename folder"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} disabled={empty || busy}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <label>
          Folder name
          <input
            className={styles.input}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(null)
            }}
            onFocus={(event) => event.target.select()}
            aria-invalid={problem !== null}
            aria-describedby={`${form}-problem`}
            data-first-focus
            autoComplete="off"
          />
        </label>
        <span id={`${form}-problem`} className={styles.mistake} role="alert">
          {problem}
        </span>
      </form>
    </Dialog>
  )
}
