import { maxPauseReason } from '@millrace/contract/imports/pause.rule'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './overview.module.css'

/** Asks for the reason that everybody reads whose imports wait; a refusal leaves it open. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isEmpty = reason.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || busy) return
    setBusy(true)
    try {
      await call('POST /imports/pause', { body: { reason: reason.trim() } })
      void refreshCalls('GET /overview')
      onClose()
    } catch (error) {
      setRefused(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Pause imports"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={`${id}-form`} disabled={isEmpty || busy}>
            Pause imports
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className={styles.form} onSubmit={(event) => void submit(event)}>
        <p>Imports that run go on to their end. What is started or comes due meanwhile waits until you resume.</p>
        <Field id={id} label="Reason" required hint="Everybody reads it whose imports wait." mistake={refused}>
          <input
            id={id}
            className={styles.input}
            value={reason}
            maxLength={maxPauseReason}
            aria-describedby={`${id}-mistake`}
            autoComplete="off"
            data-first-focus
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
