import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { toast, useIsTold } from '../../state/toasts.ts'
import styles from './explorer.module.css'

type Props = {
  title: string
  /** Over the field. */
  label?: string
  /** The word on the button that confirms. */
  confirm: string
  /** Where it will lie, e.g. 'Pipelines / Bikes'; what is renamed stays where it is. */
  place?: string
  name?: string
  /** Takes the trimmed name, which is never empty. @returns null when it is done, else what keeps the dialog open, '' without words */
  onName: (name: string) => Promise<string | null>
  onClose: () => void
}

/** One name; its button waits until it is not empty, Enter confirms (FLD-007). A refusal leaves it open. */
export function NameDialog({
  title,
  label = 'Folder name',
  confirm,
  place,
  name: before = '',
  onName,
  onClose,
}: Props) {
  const form = useId()
  const [name, setName] = useState(before)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  // What a call was refused with stands in its toast, what the dialog itself says at the field.
  const told = useIsTold(problem)
  const empty = name.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (empty || busy) return
    setBusy(true)
    toast.closeErrors()
    const refused = await onName(name.trim())
    if (refused === null) return onClose()
    setBusy(false)
    setProblem(refused)
  }
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} disabled={empty || busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)}>
        {place !== undefined && <p className={styles.place}>In {place}</p>}
        <label>
          {label}
          <input
            className={styles.input}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setProblem('')
              toast.closeErrors()
            }}
            onFocus={(event) => event.target.select()}
            aria-invalid={problem !== ''}
            aria-describedby={`${form}-problem`}
            data-first-focus
            autoComplete="off"
          />
        </label>
        <div id={`${form}-problem`}>
          <ToastPlace />
          <span className={styles.mistake} role="alert">
            {told ? '' : problem}
          </span>
        </div>
      </form>
    </Dialog>
  )
}
