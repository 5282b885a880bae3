import type { User } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallError, isAbort } from '../../api/call-error.ts'
import { confirmClose } from '../../ui/confirm-close.ts'
import { currentSession } from '../../access/sessions/session.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AccountActions } from './AccountActions.tsx'
import { Avatar } from './Avatar.tsx'
import { PersonBadges } from './PersonBadges.tsx'
import { PersonFields } from './PersonFields.tsx'
import { PersonPipelines } from './PersonPipelines.tsx'
import styles from './person.module.css'
import { createPerson, updatePerson } from './save-person.tsx'
import { useManager } from './use-people.ts'
import { type Model, usePersonForm } from './use-person-form.ts'

type Props = {
  person: User | null
  /** Whom a new person is to be like. */
  model?: Model | null
  onLike?: (id: string) => void
  onClose: () => void
}

/** One person, or a new one (null): fields left, badges and pipelines right (USR-014 to USR-018). */
export function PersonDialog({ person, model = null, onLike, onClose }: Props) {
  const form = usePersonForm(person, model)
  const { draft, base, dirty } = form
  const own = person?._id === useManager().userId
  const [busy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)

  // Back and typed addresses lead away from here, too.
  const leaving = useRef(false)
  useBlocker({
    shouldBlockFn: async () => {
      if (!dirty || leaving.current || currentSession() === null) return false
      return !(await confirm('Do you want to close without saving?'))
    },
    enableBeforeUnload: () => dirty && !leaving.current,
  })
  const close = () => {
    leaving.current = true
    onClose()
  }

  const save = async () => {
    const wrong = form.judgeAll()
    if (wrong !== null) {
      body.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      if (person === null) await createPerson(draft)
      else if (!(await updatePerson(person, base, draft))) return
      close()
    } catch (error) {
      // The field tells of an address that is taken; everything else stands in a toast.
      if (error instanceof CallError && error.message === texts.emailTaken) form.refuse('email', texts.emailTaken)
      else if (!(error instanceof CallError || isAbort(error))) throw error
    } finally {
      setBusy(false)
    }
  }

  const name = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`
  return (
    <Dialog
      width={75}
      title={
        <>
          {person !== null && <Avatar {...draft} picture={draft.avatar} size={28} />}
          <span>{person === null ? newTitle(model) : name}</span>
          {dirty && (
            <span className={styles.unsaved} title="Not saved yet">
              <span className="visually-hidden">not saved yet</span>
            </span>
          )}
        </>
      }
      onCancel={() => confirmClose(dirty, close)}
      footer={
        <>
          {person !== null && (
            <div className={styles.actions}>
              <AccountActions person={person} own={own} onGone={close} onLike={onLike} disabled={busy} />
            </div>
          )}
          <Button onClick={() => confirmClose(dirty, close)}>Cancel</Button>
          <Button tone="primary" disabled={busy} onClick={() => void save()}>
            Confirm
          </Button>
        </>
      }
    >
      <div
        ref={body}
        className={styles.columns}
        {...(person === null ? {} : { tabIndex: -1, 'data-first-focus': true })}
      >
        <PersonFields form={form} person={person} own={own} />
        <div className={styles.right}>
          <PersonBadges form={form} person={person} />
          <PersonPipelines form={form} person={person} />
        </div>
      </div>
    </Dialog>
  )
}

const newTitle = (model: Model | null): string =>
  model === null ? 'Create User' : `Create User like ${model.user.firstName} ${model.user.lastName}`
