import type { ComponentInput } from '@millrace/contract'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { refreshCalls } from '../../../api/use-call.ts'
import { toast } from '../../../state/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import styles from './mapper.module.css'

type Props = {
  /** The component that the code would be; null where it can be read only. */
  component: ComponentInput & { jsCode: string }
  readOnly: boolean
  /** It is made: the instance is to stand for it. */
  onMade: (id: string) => void
  onClose: () => void
}

/** The mapping as code, to be copied, or made a component that takes the place of the block. */
export function MappingCodeDialog({ component, readOnly, onMade, onClose }: Props) {
  const [name, setName] = useState(component.name)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const copy = async () => {
    if (await copyText(component.jsCode)) toast.success('The code is copied to the clipboard')
    else toast.error('The browser refused the clipboard.')
  }
  const make = async () => {
    setBusy(true)
    const made = await call('POST /components', { body: { ...component, name: name.trim() } }).catch(() => null)
    setBusy(false)
    if (made === null) return
    await refreshCalls('GET /folders/tree')
    toast.success(`${made.name} takes the place of the mapping. Save to keep it.`)
    onMade(made._id)
  }
  return (
    <Dialog
      title="The mapping as code"
      width={75}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={onClose}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {!readOnly && (
            <Button tone="primary" disabled={busy || name.trim() === ''} onClick={() => void make()}>
              Make a component
            </Button>
          )}
        </>
      }
    >
      <p>
        This code does what the mapping does. As a component of its own it takes the place of the block, is no longer
        edited as a mapping, and gets the whole list of records at once.
      </p>
      {!readOnly && (
        <Field id={id} label="Name of the component" required>
          <input
            id={id}
            className={styles.input}
            value={name}
            data-first-focus
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      )}
      <pre className={styles.code} tabIndex={0} aria-label="Code of the mapping">
        {component.jsCode}
      </pre>
    </Dialog>
  )
}
