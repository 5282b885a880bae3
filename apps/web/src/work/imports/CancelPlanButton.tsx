import type { Import, ScheduledJob } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cancelPlan, mayCancel } from './cancel-plan.ts'

type Props = { imp: Import | null; job: ScheduledJob | null; onCancelled: () => void }

/** 'Cancel import' (IMP-035); absent where there is nothing to cancel. */
export function CancelPlanButton({ imp, job, onCancelled }: Props) {
  const [busy, setBusy] = useState(false)
  if (!mayCancel(imp, job)) return null
  const cancel = async () => {
    setBusy(true)
    const done = await cancelPlan(imp, job)
    setBusy(false)
    if (done) onCancelled()
  }
  return (
    <Button disabled={busy} onClick={() => void cancel()}>
      Cancel import
    </Button>
  )
}
