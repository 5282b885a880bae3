import type { DocKind } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { mayChangeLocked, mayOpenDocuments } from '@millrace/contract/roles'
import { versionAfterDeletion, versionQuestions } from '@millrace/contract/versions/version.rule'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay, useSession } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { VersionPill } from '../../ui/VersionPill.tsx'
import type { ShownDocument } from './shown-document.ts'
import { copyVersion, deleteVersion, refreshDocuments } from './version-calls.ts'
import styles from './versions.module.css'

// Fetched once somebody asks for one of them.
const CompareDialog = lazy(() => import('./CompareDialog.tsx').then((module) => ({ default: module.CompareDialog })))

const VersionGraphDialog = lazy(() =>
  import('./VersionGraphDialog.tsx').then((module) => ({ default: module.VersionGraphDialog })),
)
const LockDialog = lazy(() => import('./LockDialog.tsx').then((module) => ({ default: module.LockDialog })))
const UpdateDialog = lazy(() => import('./UpdateDialog.tsx').then((module) => ({ default: module.UpdateDialog })))
const ComponentUsagesDialog = lazy(() =>
  import('./usages/ComponentUsagesDialog.tsx').then((module) => ({ default: module.ComponentUsagesDialog })),
)
const UsagesDialog = lazy(() => import('./UsagesDialog.tsx').then((module) => ({ default: module.UsagesDialog })))

type Props = {
  kind: DocKind
  document: ShownDocument
  /** Whether there is something to save. */
  dirty?: boolean
  /** Saves, once it was asked 'Do you want to save the current modifications?' (D-129). Absent: there is no editor. */
  onSave?: () => void
  saving?: boolean
  /** Who else has it open, in words; absent where nobody asks. */
  others?: string
  /** Another version is to be opened; null: the document is gone. */
  onOpened: (id: string | null) => void
  /** Asked before another version opens; true goes on. */
  confirmLeave?: () => Promise<boolean>
  /** Looked at before a draft is locked; answers why it is not to be, or null. */
  beforeLock?: (() => Promise<string | null>) | undefined
  /** What a person should know before a draft is locked, shown in the question. */
  lockDetails?: ReactNode
}

/**
 * Which version is on screen and what can be done with it (VER-016 to VER-018): choose another, compare, who uses it; with
 * write access Unlock on a locked one, Lock, Delete and Save on a draft, Update on both.
 * @throws Error for a document without id or version (VER-020)
 */
export function VersionBar({ kind, document, dirty = false, saving = false, others, ...acts }: Props) {
  const { onSave, onOpened, confirmLeave, beforeLock, lockDetails } = acts
  if (!document._id || !document.version) throw new Error('The version bar needs a document with an id and a version.')
  const { role } = useSession()
  const hasHierarchy = useMay('GET /components/{id}/dependencies') && kind === 'component'
  const [shown, setShown] = useState<'graph' | 'compare' | 'usages' | 'lock' | 'update' | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setShown(null)
  const { _id, version, vLocked, versions } = document
  const writes = mayOpenDocuments(role) && (document.writes ?? (vLocked ? mayChangeLocked(role) : !document.read_only))
  const mayLeave = async () => !dirty || (await confirmLeave?.()) !== false
  const open = async (id: string) => {
    if (id !== _id && (await mayLeave())) onOpened(id)
  }
  const copy = async (from: { _id: string; version: number }) => {
    if (!(await confirm(versionQuestions.unlock(kind, from.version))) || !(await mayLeave())) return
    setBusy(true)
    const made = await copyVersion(kind, from._id)
    setBusy(false)
    close()
    if (made !== null) onOpened(made)
  }
  const remove = async () => {
    if (!(await confirm(versionQuestions.delete(kind, version)))) return
    setBusy(true)
    const left = await deleteVersion(kind, _id, version)
    setBusy(false)
    // Another version opens first, so that nothing asks for the one that is gone.
    if (left !== null) onOpened(left.length === 0 ? null : versionAfterDeletion(versions, _id))
    await refreshDocuments()
  }
  const save = async () => {
    if (await confirm(texts.saveModifications)) onSave?.()
  }
  const restore = writes ? copy : undefined
  return (
    <Bar
      className={`${styles.bar} ${others === undefined ? '' : styles.shared}`}
      role="group"
      aria-label={`Version of ${document.name}`}
    >
      <VersionPill version={version} locked={vLocked} />
      <Button tone="link" onClick={() => setShown('graph')}>
        Select a version
      </Button>
      {mayOpenDocuments(role) && versions.length > 1 && (
        <Button tone="link" onClick={() => setShown('compare')}>
          Compare
        </Button>
      )}
      <Button tone="link" onClick={() => setShown('usages')}>
        Usages
      </Button>
      {others === undefined ? (
        <Spacer />
      ) : (
        <span className={styles.others} role="status" title={others}>
          {others}
        </span>
      )}
      {writes && vLocked && (
        <Button disabled={busy} onClick={() => void copy(document)}>
          Unlock
        </Button>
      )}
      {writes && (
        <Button
          disabled={busy || dirty}
          title={dirty ? 'Save your changes first' : undefined}
          onClick={() => setShown('update')}
        >
          Update
        </Button>
      )}
      {writes && !vLocked && (
        <>
          <Button
            disabled={busy || dirty}
            title={dirty ? 'Save your changes first' : undefined}
            onClick={() => setShown('lock')}
          >
            Lock
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void remove()}>
            Delete
          </Button>
          {onSave !== undefined && (
            <Button tone="primary" disabled={!dirty || saving || busy} onClick={() => void save()}>
              Save
            </Button>
          )}
        </>
      )}
      <Suspense>
        {shown === 'lock' && (
          <LockDialog
            kind={kind}
            document={document}
            beforeLock={beforeLock}
            details={lockDetails}
            onLocked={() => onOpened(_id)}
            onClose={close}
          />
        )}
        {shown === 'graph' && (
          <VersionGraphDialog
            name={document.name}
            versions={versions}
            current={_id}
            onChoose={(id) => void open(id)}
            onRestore={restore}
            onClose={close}
          />
        )}
        {shown === 'update' && <UpdateDialog kind={kind} document={document} onUpdated={onOpened} onClose={close} />}
        {shown === 'usages' && hasHierarchy && <ComponentUsagesDialog document={document} onClose={close} />}
        {shown === 'usages' && !hasHierarchy && <UsagesDialog id={_id} name={document.name} onClose={close} />}
        {shown === 'compare' && (
          <CompareDialog name={document.name} versions={versions} current={_id} onRestore={restore} onClose={close} />
        )}
      </Suspense>
    </Bar>
  )
}
