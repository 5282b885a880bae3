import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './explorer.module.css'

type Props = {
  /** Where the folder will lie, e.g. 'Pipelines / Bikes'. */
  place: string
  /** Makes the folder; false leaves the dialog open. */
  onCreate: (name: string) => Promise<boolean>
  onClose: () => void
}

/** 'Create Folder': a name, 'Validate' once there is one, Enter confirms (FLD-009). A failure leaves it open (D-126). */
export function CreateFolderDialog({ place, onCreate, onClose }: Props) {
  const form = useId()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const empty = name.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (empty || busy) return
    setBusy(true)
    const made = await onCreate(name.trim())
    setBusy(false)
    if (made) onClose()
  }
  return (
    <Dialog
      title="Create Folder"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} disabled={empty || busy}>
            Validate
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.place}>In {place}</p>
        <label>
          Folder name
          <input
            className={styles.input}
            value={name}
            onChange={(event) => setName(event.target.value)}
            data-first-focus
            autoComplete="off"
          />
        </label>
      </form>
    </Dialog>
  )
}
