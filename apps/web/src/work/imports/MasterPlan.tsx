import { texts, textWith } from '@millrace/contract/errors'
import { mayCall } from '@millrace/contract/policy'
import { useState } from 'react'
import { useGo } from '../../routing/address.ts'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { isPlanned } from '../schedules/plan-form.ts'
import { usePlanDraft } from '../schedules/use-plan-draft.ts'
import { useSession } from '../../access/sessions/use-session.ts'
import { confirm } from '../../ui/confirm.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Countries } from './Countries.tsx'
import { PauseNotice } from './PauseNotice.tsx'
import { RunningAlert } from './RunningAlert.tsx'
import { startPlan } from './start-plan.ts'
import { startWords } from './start-words.ts'
import { useCountries } from './use-countries.ts'
import { isPlanUnknown, planUnknown, useRuns } from './use-runs.ts'
import { useSources } from './use-sources.ts'
import { WhenPanel } from './WhenPanel.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { masterPlanReasons } from './wizard-readiness.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** Step 4 of a master: which of its country pipelines run, one after the other, and when (IMP-012, IMP-013). */
export function MasterPlan({ place, pipeline, go }: WizardProps) {
  const { role } = useSession()
  const goTo = useGo()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  /** What was checked when somebody chose by hand; from then on none is checked by itself. */
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null)
  const { files, own } = useSources(pipeline)
  const { countries, isOld } = useCountries(pipeline, own.uploads)
  const runs = useRuns([pipeline._id])
  const { imp, job } = runs.byPipeline.get(pipeline._id) ?? { imp: null, job: null }
  const draft = usePlanDraft(pipeline._id, job)
  const unknown = isPlanUnknown(runs, pipeline._id)

  const inPlan = (id: string) => !isPlanned(job) || (job.listPipelines?.includes(id) ?? true)
  const isPicked = (id: string) => (picked === null ? inPlan(id) : picked.has(id))
  const chosen = countries.filter(({ _id, reasons }) => reasons.length === 0 && isPicked(_id))
  const lock =
    isPlanned(job) && countries.some(({ _id, taken }) => taken && inPlan(_id)) ? texts.editWhileRunning : null

  const runAll = async (listPipelines: string[]): Promise<string[]> => {
    const body = { pipelineId: pipeline._id, listPipelines, kind: 'sequential', restartOnError: true } as const
    const started = await call('POST /imports/runAllImport', { body })
    return started.imports.map(({ importId }) => importId)
  }

  const start = async () => {
    const { planned } = draft
    if (planned === null || !(await confirm(textWith.runQuestion(pipeline.name)))) return
    setBusy(true)
    setRefused(null)
    try {
      const ids = chosen.map(({ _id }) => _id)
      const atOnce = planned.kind === 'immediate'
      const started = atOnce && !isPlanned(job) ? await runAll(ids) : await startPlan(pipeline._id, planned, job, ids)
      // D-25: after Now the logbook for those who may open it, else the list of what was started.
      if (atOnce && mayCall(role, 'POST /imports/listAll')) goTo('/consult/import')
      else go(nextPlace(place, started))
    } catch (error) {
      setRefused(reasonOf(error))
      void refreshCalls('GET /uploads/last-all')
    } finally {
      void refreshCalls('GET /imports/job')
      setBusy(false)
    }
  }

  const toggle = (id: string) => {
    const next = new Set(picked ?? chosen.map(({ _id }) => _id))
    if (!next.delete(id)) next.add(id)
    setPicked(next)
    // Which countries run is part of the choice: from here on a change of the plan by somebody else is reported.
    if (draft.form !== null) void draft.change(draft.form)
  }
  const forget = () => {
    setPicked(null)
    draft.discard()
  }

  return (
    <>
      <PauseNotice pause={runs.pause} />
      <RunningAlert running={false} refused={refused} />
      {unknown ? (
        <ErrorPanel error={runs.error} onRetry={runs.refetch} />
      ) : (
        <WhenPanel
          draft={{ ...draft, discard: forget }}
          imp={imp}
          job={job}
          lock={lock}
          nowSentence="The country pipelines run one after the other, as soon as you confirm."
          onCancelled={forget}
        />
      )}
      <Countries
        countries={countries}
        chosen={new Set(chosen.map(({ _id }) => _id))}
        disabled={busy || lock !== null || isOld}
        onToggle={toggle}
      />
      <WizardFooter
        onPrevious={() => go(previousPlace(place))}
        onNext={() => void start()}
        reasons={
          files === undefined || runs.isPending || isOld
            ? ['Waiting for the last uploads']
            : [
                ...masterPlanReasons(pipeline, files, countries.length, chosen.length),
                ...(lock === null ? [] : [lock]),
                ...(unknown ? [planUnknown] : draft.reasons),
              ]
        }
        busy={busy}
        does={startWords(draft.form?.kind, chosen.length)}
      />
    </>
  )
}
