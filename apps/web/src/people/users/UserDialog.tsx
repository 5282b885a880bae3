import type { User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { newPerson } from './people-place.ts'
import styles from './person.module.css'
import { PersonDialog } from './PersonDialog.tsx'

type Props = {
  /** Of a person, or 'new'. */
  id: string
  /** Undefined for a new person, and where nobody with the id is in the list. */
  person: User | undefined
  onClose: () => void
}

/** The dialog of one person; an address may name somebody who is gone. */
export function UserDialog({ id, person, onClose }: Props) {
  if (id === newPerson || person !== undefined) return <PersonDialog person={person ?? null} onClose={onClose} />
  return (
    <Dialog title="User" onCancel={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <ErrorPanel error={texts.documentNotFound} />
      <p className={styles.hint}>You do not manage this user, or the account no longer exists.</p>
    </Dialog>
  )
}
