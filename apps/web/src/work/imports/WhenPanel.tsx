import type { Import, ScheduledJob } from '@millrace/contract'
import { isPlanned } from '../schedules/plan-form.ts'
import { ScheduleView } from '../schedules/ScheduleView.tsx'
import type { PlanDraft } from '../schedules/use-plan-draft.ts'
import { Panel } from '../../ui/Page.tsx'
import { CancelPlanButton } from './CancelPlanButton.tsx'

type Props = {
  draft: PlanDraft
  imp: Import | null
  job: ScheduledJob | null
  lock: string | null
  nowSentence: string
  onCancelled: () => void
}

/** When the import runs (IMP-015): to choose, to change and, once planned, to cancel. */
export function WhenPanel({ imp, job, onCancelled, ...view }: Props) {
  return (
    <Panel
      title="When"
      actions={
        <>
          {isPlanned(job) && <span className="note">Planned by {job.scheduledBy.userName}</span>}
          <CancelPlanButton imp={imp} job={job} onCancelled={onCancelled} />
        </>
      }
    >
      <ScheduleView {...view} job={job} />
    </Panel>
  )
}
