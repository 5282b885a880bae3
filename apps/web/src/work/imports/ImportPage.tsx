import { useEffect, useRef } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { PipelineTitle } from '../../documents/pipelines/PipelineTitle.tsx'
import { findPipeline, usePipelines } from '../../documents/pipelines/use-pipelines.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { type SendingAtOnce, useSendingAtOnce } from '../uploads/use-sending-at-once.ts'
import { DetailsStep } from './DetailsStep.tsx'
import { PlanStep } from './PlanStep.tsx'
import { ProcessStep } from './ProcessStep.tsx'
import { SelectStep } from './SelectStep.tsx'
import { UploadStep } from './UploadStep.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { WizardSteps } from './WizardSteps.tsx'
import { readWizardPlace, stepTitles, type WizardPlace, writeWizardPlace } from './wizard-address.ts'
import type { WizardProps } from './wizard-props.ts'
import styles from './wizard.module.css'

/** The import wizard: five steps from a pipeline to its import (IMP-001 to IMP-005). */
export function ImportPage() {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const { offer, error, refetch } = usePipelines()
  const place = readWizardPlace(search)
  const pipeline = findPipeline(offer, place.pipeline)
  const sending = useSendingAtOnce(place.pipeline)
  useLeaveGuard(sending.isOpen)

  // Steps are steps of the history, so that Back goes one back; filters and the choice only change the address.
  const go = (next: WizardPlace) => setSearch(writeWizardPlace(next), { push: next.step !== place.step })

  // The buttons of the former step are gone: the keyboard and screen readers go on at the new one.
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(place.step)
  useEffect(() => {
    if (before.current !== place.step) body.current?.focus({ preventScroll: true })
    before.current = place.step
  }, [place.step])

  return (
    <Page title="Upload new file" fill={!mobile} below={65}>
      <Stack fill className={styles.wizard}>
        <WizardSteps current={place.step} />
        {pipeline !== undefined && place.step > 1 && <PipelineTitle pipeline={pipeline} offer={offer} />}
        <div ref={body} className={styles.body} tabIndex={-1} role="group" aria-label={stepTitles[place.step - 1]}>
          {place.step === 1 && <SelectStep place={place} pipeline={pipeline} go={go} keepsChoice={sending.isOpen} />}
          {place.step > 1 && pipeline !== undefined && (
            <LaterStep
              // Another pipeline is another run through the steps: nothing of the former may linger.
              key={`${pipeline._id} ${place.step}`}
              place={place}
              pipeline={pipeline}
              go={go}
              sending={sending}
            />
          )}
          {place.step > 1 && offer === undefined && error === null && <SkeletonRows rows={8} />}
          {place.step > 1 && offer === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
          {place.step > 1 && offer !== undefined && pipeline === undefined && (
            <EmptyState
              text="The pipeline of this address is not offered to you."
              action={<Button onClick={() => go({ step: 1 })}>Choose a pipeline</Button>}
            />
          )}
        </div>
      </Stack>
    </Page>
  )
}

function LaterStep({ sending, ...props }: WizardProps & { sending: SendingAtOnce }) {
  if (props.place.step === 2) return <UploadStep {...props} sending={sending} />
  if (props.place.step === 3) return <ProcessStep {...props} sending={sending} />
  if (props.place.step === 4) return <PlanStep {...props} />
  return <DetailsStep {...props} />
}
