import type { ScheduledJob } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { type PlannedTime, parsePlannedTime } from '@millrace/contract/schedules/plan.rule'
import { describePlan } from '@millrace/contract/schedules/describe-plan.rule'
import { useAddress } from '../../routing/address.ts'
import { entryAt } from '../../routing/route-table.ts'
import { useSession } from '../../access/sessions/use-session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePlatformZone } from '../../ui/format.ts'
import { PadlockIcon } from '../../ui/glyphs.tsx'
import { isPlanned } from './plan-form.ts'
import { PlanPreview } from './PlanPreview.tsx'
import { planKindsFor, ScheduleSelector } from './ScheduleSelector.tsx'
import styles from './schedules.module.css'
import type { PlanDraft } from './use-plan-draft.ts'

/** Name of the one route on which the schedule view can edit (IMP-006, D-23). */
const editingRoute = 'import import'

/** Whether a schedule view on this page may edit; anywhere else it only shows the plan. */
export const useMayPlan = (): boolean => entryAt(useAddress().path)?.name === editingRoute

type Props = {
  draft: PlanDraft
  job: ScheduledJob | null
  /** Why the plan cannot be edited for now (IMP-038, IMP-039). */
  lock?: string | null
  /** What Now means here. */
  nowSentence: string
}

/** The schedule view: the selector, the plan as a sentence and its next runs (IMP-015). */
export function ScheduleView({ draft, job, lock = null, nowSentence }: Props) {
  const { role } = useSession()
  const mayPlan = useMayPlan()
  const { form, planned, overtaken } = draft
  return (
    <div className={styles.view}>
      {mayPlan && lock !== null && (
        <p className={styles.lock}>
          <PadlockIcon />
          {lock}
        </p>
      )}
      {mayPlan && overtaken && <Overtaken job={job} onShow={draft.discard} />}
      {mayPlan && form !== null && (
        <ScheduleSelector
          role={role}
          form={form}
          onChange={(chosen) => void draft.change(chosen)}
          disabled={lock !== null}
        />
      )}
      {form !== null && !planKindsFor(role).includes(form.kind) && (
        <p className={styles.lock}>
          <PadlockIcon />
          This plan repeats, which your role cannot change. You can cancel it, or choose Now or Later instead.
        </p>
      )}
      {!(lock !== null && planned?.kind === 'immediate') && (
        <PlanPreview
          sentence={sentenceOf(
            planned,
            form === null ? texts.unexpected : 'The plan is not complete yet.',
            nowSentence,
          )}
          runs={draft.runs}
          timeless={planned === null || planned.kind === 'immediate'}
          note={draft.countsFromSaving ? 'counted from the moment it is saved' : <ZoneNote job={job} />}
        />
      )}
      {draft.refused !== null && (
        <Notice role="status" tone="error" look="line">
          {draft.refused}
        </Notice>
      )}
    </div>
  )
}

function sentenceOf(planned: PlannedTime | null, without: string, now: string): string {
  if (planned === null) return without
  return planned.kind === 'immediate' ? now : describePlan(planned)
}

/** A saved plan as a sentence: 'Every Monday at 06:15', 'On 2026-12-01 at 06:15' (JOB-006). */
export function jobSentence(job: ScheduledJob): string {
  const { kind, scheduledDate, scheduledTime, repeatPattern } = job
  const planned = parsePlannedTime({
    kind,
    scheduledDate: scheduledDate ?? undefined,
    scheduledTime: scheduledTime ?? undefined,
    repeatPattern: repeatPattern ?? undefined,
  })
  return 'kind' in planned ? describePlan(planned) : texts.unexpected
}

/** The zone that a plan's times are read in: its own, kept from when it was made so that a new platform zone moves no plan, else the platform's. */
export function ZoneNote({ job }: { job: ScheduledJob | null }) {
  const platform = usePlatformZone()
  return <>{isPlanned(job) ? job.timeZone : platform}</>
}

/** Shown when somebody else has changed the plan; the unsaved choice stays until the person discards it. */
function Overtaken({ job, onShow }: { job: ScheduledJob | null; onShow: () => void }) {
  return (
    <Notice role="status">
      {isPlanned(job) ? (
        <>
          <span>
            {job.scheduledBy.userName} has planned this pipeline meanwhile: {jobSentence(job)}.
          </span>
          <Button tone="link" onClick={onShow}>
            Show that plan
          </Button>
        </>
      ) : (
        <span>The planned import is gone meanwhile: it was cancelled or has started.</span>
      )}
    </Notice>
  )
}
