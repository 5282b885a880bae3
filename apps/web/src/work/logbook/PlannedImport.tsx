import type { Import } from '@millrace/contract'
import { describeStoredPlan } from '@millrace/contract/schedules/describe-plan.rule'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { CancelPlanButton } from '../imports/CancelPlanButton.tsx'
import wizard from '../imports/wizard.module.css'
import { useMay } from '../../access/sessions/use-session.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import styles from './logbook.module.css'

/** The plan a pending import waits for, with the ways to change or cancel it. */
export function PlannedImport({ imp, onCancelled }: { imp: Import; onCancelled: () => void }) {
  const mayPlan = useMay('POST /imports/job')
  const { data, error, refetch } = useCall('GET /imports/job', { query: { pipelineId: imp.pipeline._id }, quiet: true })
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const job = data.job?._id === imp.jobId ? data.job : null
  if (job === null) return <p className={styles.plan}>Planned together with the other countries of its master.</p>
  return (
    <section className={wizard.section} aria-label="Plan">
      <p className={styles.plan}>{describeStoredPlan(job) ?? '-'}</p>
      <Facts>
        <Fact name="Planned by">{job.scheduledBy.userName}</Fact>
        <Fact name="Time zone of the plan">{job.timeZone}</Fact>
        <Fact name="Last executed">
          <Timestamp at={job.lastExecuted} />
        </Fact>
      </Facts>
      {mayPlan && (
        <div className={styles.planActions}>
          <Link to="/import/upload" search={{ pipeline: imp.pipeline._id, step: '4' } as never}>
            Edit the plan
          </Link>
          <CancelPlanButton imp={imp} job={job} onCancelled={onCancelled} />
        </div>
      )}
    </section>
  )
}
