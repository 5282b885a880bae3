import type { DatabaseConnection, Tag } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useRef, useState } from 'react'
import { ProjectBadgeLists } from '../../access/badges/ProjectBadgeLists.tsx'
import { CallError, isAbort } from '../../api/call-error.ts'
import { Button } from '../../ui/Button.tsx'
import { confirmClose } from '../../ui/confirm-close.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { saveConnection } from './connection-actions.ts'
import {
  type ConnectionDraft,
  type ConnectionMistakes,
  draftOf,
  emptyConnection,
  hasPassword,
  inputOf,
  leadsElsewhere,
  validateConnection,
} from './connection-draft.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import styles from './connections.module.css'
import { useConnectionTest } from './use-connection-test.ts'

type Props = { connection: DatabaseConnection | null; badges: readonly Tag[]; onClose: () => void }

/**
 * A connection, or a new one (DBC-002). It is tested before it is saved: why it does not work stands at the field to
 * mend, and saving it all the same takes a press of its own.
 */
export function ConnectionDialog({ connection, badges, onClose }: Props) {
  const [base] = useState<ConnectionDraft>(() => (connection === null ? emptyConnection : draftOf(connection)))
  const [draft, setDraft] = useState(base)
  const [judged, setJudged] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const { outcome, testing, test } = useConnectionTest(connection, inputOf(draft, connection))
  const mistakes = mistakesOf()
  const dirty = JSON.stringify(draft) !== JSON.stringify(base)
  const failed = outcome?.ok === false
  const close = () => confirmClose(dirty, onClose)

  function mistakesOf(): ConnectionMistakes {
    const typed = judged ? validateConnection(draft, connection) : {}
    if (refused === texts.connectionExists) typed.name ??= refused
    if (outcome?.ok === false && outcome.field !== null) typed[outcome.field] ??= outcome.message
    return typed
  }
  const showPart = (part: string | null | undefined) =>
    fields.current?.querySelector<HTMLElement>(`[data-field="${part}"]`)?.focus()
  const change = (part: Partial<ConnectionDraft>) => {
    setRefused(null)
    setDraft({ ...draft, ...part })
  }
  const isComplete = () => {
    setJudged(true)
    const [wrong] = Object.keys(validateConnection(draft, connection))
    showPart(wrong)
    return wrong === undefined
  }
  const store = async () => {
    setBusy(true)
    try {
      await saveConnection(inputOf(draft, connection), connection)
      onClose()
    } catch (error) {
      if (error instanceof CallError) {
        setRefused(error.message)
        if (error.message === texts.connectionExists) showPart('name')
      } else if (!isAbort(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  const tryOut = async (): Promise<boolean> => {
    const tried = await test()
    showPart(tried?.field)
    return tried?.ok === true
  }
  const save = async () => {
    if (!isComplete()) return
    if (leadsElsewhere(draft, connection) && outcome?.ok !== true && !(await tryOut())) return
    await store()
  }
  const waits = busy || testing
  return (
    <Dialog
      title={connection === null ? 'Add connection' : `Edit connection ${connection.name}`}
      width={75}
      onCancel={close}
      footer={
        <>
          <span className={styles.outcome} role="status">
            {testing && <StatusTag tone="busy">Connecting</StatusTag>}
            {!testing && outcome?.ok === true && <StatusTag tone="ok">{`Connected in ${outcome.ms} ms`}</StatusTag>}
            {!testing && failed && <StatusTag tone="error">Not connected</StatusTag>}
          </span>
          <Button onClick={close}>Cancel</Button>
          <Button disabled={waits} onClick={() => void (isComplete() && tryOut())}>
            Test
          </Button>
          {failed && (
            <Button disabled={waits} onClick={() => void (isComplete() && store())}>
              Save anyway
            </Button>
          )}
          <Button tone="primary" disabled={waits} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div ref={fields} className={styles.fields}>
        <ConnectionFields draft={draft} mistakes={mistakes} keepsPassword={hasPassword(connection)} onChange={change} />
        {outcome?.ok === true && <p className="note">{outcome.message}</p>}
        {failed && outcome.field === null && <Notice tone="error">{outcome.message}</Notice>}
        {refused !== null && refused !== texts.connectionExists && <Notice tone="error">{refused}</Notice>}
        <section aria-label="Badges">
          <h3 className={styles.heading}>Badges: who may use it in test runs; without any, everybody may</h3>
          <ProjectBadgeLists known={badges} chosen={draft.tags} onChange={(tags) => change({ tags: [...tags] })} />
        </section>
      </div>
    </Dialog>
  )
}
