import type { DocKind } from '@millrace/contract'
import { versionQuestions } from '@millrace/contract/versions/version.rule'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { toast } from '../../state/toasts.ts'
import type { ShownDocument } from './shown-document.ts'
import { lockVersion } from './version-calls.ts'
import styles from './versions.module.css'

type Props = {
  kind: DocKind
  document: ShownDocument
  /** What is looked at first; answers why it is not to be locked, or null. */
  beforeLock?: (() => Promise<string | null>) | undefined
  /** What a person should know first. */
  details?: ReactNode
  onLocked: () => void
  onClose: () => void
}

/**
 * Asks before a draft becomes production; its option takes along what the document uses, and the country pipelines of a
 * master (VER-018, VER-021). A refusal stays in it.
 */
export function LockDialog({ kind, document, beforeLock, details, onLocked, onClose }: Props) {
  const [force, setForce] = useState(false)
  const [busy, setBusy] = useState(false)
  const isMaster = kind === 'pipeline' && document.isMaster === true
  const scope = { force, country: force && isMaster }
  const lock = async () => {
    setBusy(true)
    toast.closeErrors()
    const problem = (await beforeLock?.()) ?? null
    if (problem !== null) toast.error(problem)
    if (problem === null && (await lockVersion(kind, document._id, scope)) === null) {
      onClose()
      return onLocked()
    }
    setBusy(false)
  }
  return (
    <Dialog
      title="Confirmation"
      tone="warn"
      width={details === undefined ? 30 : 75}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>No</Button>
          <Button tone="primary" disabled={busy} data-first-focus onClick={() => void lock()}>
            Yes
          </Button>
        </>
      }
    >
      <p>{versionQuestions.lock(kind, document.version, scope)}</p>
      <p className={styles.explained}>A locked version is in production and never changes again.</p>
      <label className={styles.option}>
        <input type="checkbox" checked={force} onChange={(event) => setForce(event.target.checked)} />
        {isMaster ? 'Recursive lock & Countries pipelines lock' : 'Recursive lock'}
      </label>
      <p className={styles.explained}>
        {isMaster
          ? 'Locks drafts of everything it uses, too, and the newest draft of each country pipeline.'
          : 'Locks drafts of everything it uses, too.'}
      </p>
      {details}
      <ToastPlace />
    </Dialog>
  )
}
