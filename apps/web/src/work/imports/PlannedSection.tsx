import type { Import, ScheduledJob } from '@millrace/contract'
import { PlanPreview } from '../schedules/PlanPreview.tsx'
import { jobSentence, ZoneNote } from '../schedules/ScheduleView.tsx'
import { usePlanDraft } from '../schedules/use-plan-draft.ts'
import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelPlanButton } from './CancelPlanButton.tsx'
import styles from './wizard.module.css'

type Props = {
  pipelineId: string
  imp: Import | null
  job: ScheduledJob
  /** Back to the plan step. */
  onEdit: () => void
}

/** Step 5 of a planned import: when it runs, and the ways to change or cancel that. */
export function PlannedSection({ pipelineId, imp, job, onEdit }: Props) {
  const { runs } = usePlanDraft(pipelineId, job)
  return (
    <section className={styles.planned} aria-label="Plan">
      <PlanPreview sentence={jobSentence(job)} runs={runs} note={<ZoneNote job={job} />} />
      <div className={styles.plannedActions}>
        <span className="note">Planned by {job.scheduledBy.userName}</span>
        <Spacer />
        <Button onClick={onEdit}>Edit plan</Button>
        <CancelPlanButton imp={imp} job={job} onCancelled={onEdit} />
      </div>
    </section>
  )
}
