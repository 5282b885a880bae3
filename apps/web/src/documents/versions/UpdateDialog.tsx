import type { DocKind, UpdateReport } from '@millrace/contract'
import { versionDone } from '@millrace/contract/versions/version.rule'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { isUpdatable, madeVersions, type UpdateRow, updateRows, updateWords } from './update-rows.ts'
import styles from './update.module.css'
import { refreshDocuments } from './version-calls.ts'

/** Kinds whose updates can be computed. */
const updatablePaths = { schema: 'schemas', component: 'components' } as const
type UpdatableKind = keyof typeof updatablePaths

type Props = {
  kind: UpdatableKind
  document: { _id: string; name: string }
  /** The new version. */
  onUpdated: (id: string) => void
  onClose: () => void
}

/** What an update to newer versions would change, before anything is changed (VER-012, VER-030); 'Proceed' carries it out. */
export function UpdateDialog({ kind, document: { _id, name }, onUpdated, onClose }: Props) {
  const path = updatablePaths[kind]
  const asked = useCall(
    `POST /${path}/version/compute`,
    { body: { id: _id }, fallback: 'cannot compute the update' },
    { staleTime: 0, gcTime: 0 },
  )
  const [clicked, setClicked] = useState(false)
  const report = asked.isFetching ? undefined : asked.data
  const proceed = async () => {
    if (report === undefined) return
    setClicked(true)
    try {
      const done = await call(`POST /${path}/version/update`, {
        body: { update_data: report },
        fallback: 'cannot update',
      })
      const made = madeVersions(done).map((one) => `${one.name}: ${versionDone.updatedTo(one.from, one.to)}`)
      toast.success(versionDone.updated(done.old.version), { detail: made.join(', ') })
      onClose()
      await refreshDocuments()
      if (done.new !== null) onUpdated(done.new._id)
    } catch {
      // Told by the call; mostly something changed meanwhile, so what would happen now is computed again.
      await asked.refetch()
      setClicked(false)
    }
  }
  return (
    <Dialog
      title={`Update of ${name}`}
      width={95}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={report === undefined || clicked || !isUpdatable(report)}
            onClick={() => void proceed()}
          >
            Proceed
          </Button>
        </>
      }
    >
      {report === undefined && asked.error === null && (
        <div className={styles.table} role="status" aria-label="Computing the update">
          <SkeletonRows rows={8} />
        </div>
      )}
      {report === undefined && asked.error !== null && !asked.isFetching && (
        <ErrorPanel error={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {report !== undefined && <Report kind={kind} report={report} />}
    </Dialog>
  )
}

const titles: Record<DocKind, string> = { pipeline: 'Pipelines', component: 'Components', schema: 'Data models' }
/** One column for a schema, two of equal width for a component (VER-031). */
const columns: Record<UpdatableKind, readonly DocKind[]> = { schema: ['schema'], component: ['component', 'schema'] }

function Report({ kind, report }: { kind: UpdatableKind; report: UpdateReport }) {
  const rows = updateRows(report)
  return (
    <>
      <p className="quiet">
        {isUpdatable(report)
          ? 'Nothing is changed until you proceed. New versions are drafts.'
          : 'Nothing to update: everything it uses is at its newest locked version.'}
      </p>
      <div className={styles.table}>
        {columns[kind].map((column) => (
          <Column key={column} title={titles[column]} rows={rows[column]} />
        ))}
      </div>
    </>
  )
}

const tones = { updated: 'ok', update: 'warn', child_update: 'warn' } as const

function Column({ title, rows }: { title: string; rows: readonly UpdateRow[] }) {
  const changed = rows.filter(({ state }) => state !== 'none')
  const unchanged = rows.filter(({ state }) => state === 'none')
  return (
    <section className={styles.column} aria-label={title}>
      <h3 className={styles.title}>
        {title}: {changed.length} of {rows.length} change
      </h3>
      <ul className={styles.rows}>
        {changed.map(({ report: { old, new: becomes }, state, depth }) => (
          <li key={old._id} style={{ paddingLeft: `${depth * 14}px` }}>
            <strong>{old.name}</strong>
            <span className={styles.versions}>
              v{old.version}
              {state !== 'child_update' && ` → ${becomes === null ? 'new draft' : `v${becomes.version}`}`}
            </span>
            {state !== 'none' && <StatusTag tone={tones[state]}>{updateWords[state]}</StatusTag>}
          </li>
        ))}
      </ul>
      {unchanged.length > 0 && (
        <details>
          <summary>{unchanged.length} unchanged</summary>
          <ul className={styles.rows}>
            {unchanged.map(({ report: { old } }) => (
              <li key={old._id}>
                {old.name} <span className={styles.versions}>v{old.version}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
