import type { ScheduledJob } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { parsePattern } from '@millrace/contract/schedules/pattern.rule'
import { nextRunsShown, type PlannedTime } from '@millrace/contract/schedules/plan.rule'
import { useState } from 'react'
import { useSession } from '../../access/sessions/use-session.ts'
import { confirm } from '../../ui/confirm.ts'
import { formOf, isPlanned, findMissingFields, nowForm, type PlanForm, planKey, plannedOf } from './plan-form.ts'
import { planKindsFor } from './ScheduleSelector.tsx'
import { runsOfJob, useNextRuns } from './use-next-runs.ts'

export type PlanDraft = {
  /** The choice, or the saved plan while nothing was chosen; null for a kind there is not (IMP-041). */
  form: PlanForm | null
  /** Null until the form is complete. */
  planned: Exclude<PlannedTime, { kind: 'sequential' }> | null
  runs: string[] | undefined
  /** What the server says against the choice. */
  refused: string | null
  /** Somebody else planned, changed or ended the plan after the choice was begun. */
  overtaken: boolean
  /** Why it cannot be confirmed; empty when it can. */
  reasons: string[]
  /** Counts its runs from the moment it is saved (D-78). */
  countsFromSaving: boolean
  change: (form: PlanForm) => Promise<void>
  /** Shows the saved plan again. */
  discard: () => void
}

/**
 * What a person chooses in the schedule view, over the plan that is saved. Live changes of that plan never overwrite a
 * choice: they are told, and the choice cannot be confirmed over a plan the person has not seen.
 */
export function usePlanDraft(pipelineId: string, job: ScheduledJob | null): PlanDraft {
  const { role } = useSession()
  const [draft, setDraft] = useState<{ form: PlanForm; base: string } | null>(null)
  const base = planKey(job)
  const form = draft === null ? formOf(job) : draft.form
  const planned = form === null ? null : plannedOf(form)
  const known = draft === null && isPlanned(job) ? runsOfJob(job, nextRunsShown) : null
  // What a role may not plan it may not ask about either: then only the next run of the saved plan is known.
  const mayAsk = form !== null && planKindsFor(role).includes(form.kind)
  const asked = planned === null || planned.kind === 'immediate' || known !== null || !mayAsk ? null : planned
  const next = useNextRuns(pipelineId, asked, isPlanned(job) ? job._id : undefined)
  const soonest = draft === null && !mayAsk && job?.nextImport ? [job.nextImport.scheduledAt] : undefined
  const overtaken = draft !== null && draft.base !== base

  const change = async (chosen: PlanForm) => {
    // IMP-033, IMP-034: the plan goes when Now is executed; on No the former kind stays.
    const leavesPlan = isPlanned(job) && chosen.kind === 'immediate' && form?.kind !== 'immediate'
    if (leavesPlan && !(await confirm(texts.switchToNow))) return
    setDraft((before) => ({ form: chosen, base: before?.base ?? base }))
  }

  return {
    form,
    planned,
    runs: known ?? next.runs ?? soonest,
    refused: draft === null ? null : next.refused,
    overtaken,
    reasons: [
      ...(form === null ? [texts.unexpected] : []),
      ...(form !== null && !mayAsk ? ['Choose Now or Later'] : []),
      ...findMissingFields(form ?? nowForm),
      ...(draft !== null && next.refused !== null ? [next.refused] : []),
      ...(overtaken && isPlanned(job) ? [texts.alreadyPlanned] : []),
    ],
    countsFromSaving: draft !== null && planned?.kind === 'repeat' && isSpaced(planned.repeatPattern),
    change,
    discard: () => setDraft(null),
  }
}

const isSpaced = (pattern: string): boolean => ['minutely', 'hourly'].includes(parsePattern(pattern)?.kind ?? '')
