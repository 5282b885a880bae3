import { isUnderWay } from '@millrace/contract/imports/import-states.rule'
import { textWith } from '@millrace/contract/errors'
import { useState } from 'react'
import { useMayPlan } from '../schedules/ScheduleView.tsx'
import { usePlanDraft } from '../schedules/use-plan-draft.ts'
import { confirm } from '../../ui/confirm.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { PauseNotice } from './PauseNotice.tsx'
import { PlanFacts } from './PlanFacts.tsx'
import { RunningAlert } from './RunningAlert.tsx'
import { startPlan } from './start-plan.ts'
import { startWords } from './start-words.ts'
import { isPlanUnknown, planUnknown, useRuns } from './use-runs.ts'
import { useSources } from './use-sources.ts'
import { WhenPanel } from './WhenPanel.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { editLock, planReasons } from './wizard-readiness.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** Step 4 of a country pipeline: Next asks, then starts or plans the import, or edits its plan (IMP-007, IMP-008). */
export function CountryPlan({ place, pipeline, go }: WizardProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const mayPlan = useMayPlan()
  const { files, own } = useSources(pipeline)
  const runs = useRuns([pipeline._id])
  const running = runs.byPipeline.get(pipeline._id) ?? { imp: null, job: null }
  const { imp, job } = running
  const draft = usePlanDraft(pipeline._id, job)
  const unknown = isPlanUnknown(runs, pipeline._id)

  const start = async () => {
    const { planned } = draft
    if (planned === null || !(await confirm(textWith.runQuestion(pipeline.name)))) return
    setBusy(true)
    setRefused(null)
    try {
      go(nextPlace(place, await startPlan(pipeline._id, planned, job)))
    } catch (error) {
      // Shown as a toast already; it stays readable here, because Next did not go on.
      setRefused(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PauseNotice pause={runs.pause} />
      <RunningAlert
        running={imp !== null && isUnderWay(imp.state)}
        refused={refused}
        onShow={() => go(nextPlace(place))}
      />
      {unknown ? (
        <ErrorPanel error={runs.error} onRetry={runs.refetch} />
      ) : (
        <WhenPanel
          draft={draft}
          imp={imp}
          job={job}
          lock={editLock(imp, job)}
          nowSentence="The import starts as soon as you confirm."
          onCancelled={() => {
            draft.discard()
            setRefused(null)
          }}
        />
      )}
      {files !== undefined && (
        <PlanFacts pipeline={pipeline} files={files} later={draft.planned?.kind !== 'immediate'} />
      )}
      {files === undefined && own.error === null && <SkeletonRows rows={6} />}
      {files === undefined && own.error !== null && <ErrorPanel error={own.error} onRetry={own.refetch} />}
      <WizardFooter
        onPrevious={() => go(previousPlace(place))}
        onNext={() => void start()}
        reasons={
          files === undefined || runs.isPending
            ? ['Waiting for the last uploads']
            : [
                ...planReasons(pipeline, files, running),
                ...(unknown ? [planUnknown] : draft.reasons),
                ...(mayPlan ? [] : [readOnly]),
              ]
        }
        busy={busy}
        does={startWords(draft.form?.kind)}
      />
    </>
  )
}

const readOnly = 'The plan can only be edited in Upload new file'
