import { textWith } from '@millrace/contract/errors'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { refreshCalls } from '../api/use-call.ts'
import { confirm } from '../ui/confirm.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { PlanFacts } from './PlanFacts.tsx'
import { RunningAlert } from './RunningAlert.tsx'
import { useRuns } from './use-runs.ts'
import { useSources } from './use-sources.ts'
import { WhenPanel } from './WhenPanel.tsx'
import { WizardFooter } from './WizardFooter.tsx'
import { nextPlace, previousPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import { isBlocked, planReasons } from './wizard-readiness.ts'

/** Step 4 of a country pipeline: Next asks, then starts the import (IMP-007, IMP-008). */
export function CountryPlan({ place, pipeline, go }: WizardProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { files, own } = useSources(pipeline)
  const runs = useRuns([pipeline._id])
  const running = runs.byPipeline.get(pipeline._id) ?? { imp: null, job: null }

  const start = async () => {
    if (!(await confirm(textWith.runQuestion(pipeline.name)))) return
    setBusy(true)
    setRefused(null)
    try {
      const body = { pipelineId: pipeline._id, kind: 'immediate', restartOnError: true } as const
      const started = await call('POST /imports', { body })
      void refreshCalls('GET /imports/job')
      go(nextPlace(place, [started.importId]))
    } catch (error) {
      // Told as a toast already; it stays readable here, because Next did not go on.
      setRefused(error instanceof Error ? error.message : String(error))
      void refreshCalls('GET /imports/job', 'GET /uploads/last-all')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <RunningAlert blocked={isBlocked(running.imp, running.job)} refused={refused} />
      <WhenPanel sentence="The import starts as soon as you confirm." />
      {files !== undefined && <PlanFacts pipeline={pipeline} files={files} />}
      {files === undefined && own.error === null && <SkeletonRows rows={6} />}
      {files === undefined && own.error !== null && <ErrorPanel error={own.error} onRetry={own.refetch} />}
      <WizardFooter
        onPrevious={() => go(previousPlace(place))}
        onNext={() => void start()}
        reasons={
          files === undefined || runs.isPending
            ? ['Waiting for the last uploads']
            : planReasons(pipeline, files, running)
        }
        busy={busy}
      />
    </>
  )
}
