import type { DocKind } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { chosenPreview, isChoiceUpdatable, type UpdateChoice } from '@millrace/contract/versions/update.rule'
import { versionDone } from '@millrace/contract/versions/version.rule'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { useCall } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { pathsOfKinds } from '../folders/item-calls.ts'
import { UpdateChoices } from './UpdateChoices.tsx'
import { UpdateReportView } from './UpdateReportView.tsx'
import { madeVersions, summaryOf } from './update-rows.ts'
import styles from './update.module.css'
import { refreshDocuments } from './version-calls.ts'

type Props = {
  kind: DocKind
  document: { _id: string; name: string }
  /** The new version. */
  onUpdated: (id: string) => void
  onClose: () => void
}

/** What an update to newer versions would change, before anything is changed (VER-012, VER-030); 'Proceed' carries it out. */
export function UpdateDialog({ kind, document: { _id, name }, onUpdated, onClose }: Props) {
  const path = pathsOfKinds[kind]
  const asked = useCall(
    `POST /${path}/version/compute`,
    { body: { id: _id }, fallback: 'cannot compute the update' },
    { staleTime: 0, gcTime: 0 },
  )
  const [clicked, setClicked] = useState(false)
  const [isAnew, setIsAnew] = useState(false)
  const [choice, setChoice] = useState<UpdateChoice>({ countries: true, plans: true })
  const report = asked.isFetching ? undefined : asked.data
  const shown = report === undefined || choice.countries ? report : { ...report, pipelines: [] }
  const isUpdatable = report !== undefined && isChoiceUpdatable(report, choice)
  const proceed = async () => {
    if (report === undefined) return
    setClicked(true)
    try {
      const done = await call(`POST /${path}/version/update`, {
        body: { update_data: chosenPreview(report, choice) },
        fallback: 'cannot update',
      })
      const made = madeVersions(done).map((one) => `${one.name}: ${versionDone.updatedTo(one.from, one.to)}`)
      toast.success(versionDone.updated(done.old.version), { detail: made.join(', ') })
      onClose()
      await refreshDocuments()
      if (done.new !== null) onUpdated(done.new._id)
    } catch (error) {
      // Told by the call; what would happen now is computed again, and is another preview than the one that was read.
      setIsAnew(reasonOf(error) === texts.previewOutdated)
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
          <Button tone="primary" disabled={clicked || !isUpdatable} onClick={() => void proceed()}>
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
      {report !== undefined && shown !== undefined && (
        <Stack>
          {isAnew && (
            <Notice>Something was changed meanwhile, so nothing was updated. This is the preview as of now.</Notice>
          )}
          <p className="quiet">
            {isUpdatable
              ? `${summaryOf(report, choice)} Nothing is changed until you proceed. New versions are drafts.`
              : 'Nothing to update: everything it uses is at its newest locked version.'}
          </p>
          <UpdateChoices report={report} choice={choice} onChange={setChoice} disabled={clicked} />
          <UpdateReportView kind={kind} report={shown} plans={choice.plans} />
        </Stack>
      )}
    </Dialog>
  )
}
