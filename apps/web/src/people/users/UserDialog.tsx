import type { User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { needsAssignment } from '@millrace/contract/roles'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { newPerson } from './people-place.ts'
import styles from './person.module.css'
import { PersonDialog } from './PersonDialog.tsx'

type Props = {
  /** Of a person, or 'new'. */
  id: string
  /** Undefined for a new person, and where nobody with the id is in the list. */
  person: User | undefined
  /** Whom a new person is to be like. */
  like: User | undefined
  onLike: (id: string) => void
  onClose: () => void
}

/** The dialog of one person; an address may name somebody who is gone. */
export function UserDialog({ id, person, like, onLike, onClose }: Props) {
  if (id === newPerson && like !== undefined) return <LikeDialog user={like} onClose={onClose} />
  if (id === newPerson || person !== undefined)
    return <PersonDialog person={person ?? null} onLike={onLike} onClose={onClose} />
  return (
    <Dialog title="User" onCancel={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <ErrorPanel error={texts.documentNotFound} />
      <p className={styles.hint}>You do not manage this user, or the account no longer exists.</p>
    </Dialog>
  )
}

/** A new person like another, once it is known which pipelines that one is assigned to. */
function LikeDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const ask = { query: { id: user._id }, fallback: texts.cannotFetchUsersPipelines }
  const { data, error, refetch } = useCall('GET /users/pipelinesFor', ask)
  if (data !== undefined) {
    const assigned = needsAssignment(user.role) ? data.userPipelines.map(({ _id }) => _id) : []
    return <PersonDialog person={null} model={{ user, assigned }} onClose={onClose} />
  }
  return (
    <Dialog title="Create User" onCancel={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      {error === null ? <SkeletonRows rows={8} /> : <ErrorPanel error={error} onRetry={() => void refetch()} />}
    </Dialog>
  )
}
