import type { ScheduledJob } from '@millrace/contract'
import { parsePattern } from '@millrace/contract/schedules/pattern.rule'
import type { PlannedTime } from '@millrace/contract/schedules/plan.rule'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call.ts'

const planCall = 'POST /imports/plan'
const waitMs = 250
const askAgainMs = 60_000

export type NextRuns = {
  /** ISO instants, soonest first; undefined until the answer for this very plan is there. */
  runs: string[] | undefined
  /** What the server says against the plan, e.g. 'The scheduled date is in the past'. */
  refused: string | null
}

/**
 * The next runs of a plan as the server counts them (POST /imports/plan): asked when the choice has rested for a moment,
 * again every minute. Of the plan before nothing stays: its runs would stand under another sentence.
 * @param planned null asks nothing: incomplete, Now, or known already
 * @param jobId the plan that is edited, whose time zone stays
 */
export function useNextRuns(pipelineId: string, planned: PlannedTime | null, jobId?: string): NextRuns {
  const wanted = JSON.stringify(planned)
  const rested = useRested(wanted, waitMs)
  const asked = JSON.parse(rested) as PlannedTime | null
  const query = useCall(
    planCall,
    { body: { pipelineId, ...(jobId === undefined ? {} : { jobId }), restartOnError: true, ...asked }, quiet: true },
    { enabled: asked !== null && planned !== null, refetchInterval: askAgainMs },
  )
  if (planned === null || rested !== wanted) return { runs: undefined, refused: null }
  const { error } = query
  return {
    runs: error === null ? query.data?.nextRuns : undefined,
    // A link that is down says nothing against the plan.
    refused: error === null || error.code === null ? null : error.message,
  }
}

/** The value once it has not changed for `ms`; the first one at once. */
function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}

/**
 * The runs of a saved plan that need no asking: a Later job has one, and 'every n minutes or hours' counts from when it
 * was saved, which only its next run tells (D-78).
 * @returns null when the server counts them
 */
export function runsOfJob(job: ScheduledJob, count: number): string[] | null {
  const next = job.nextImport?.scheduledAt
  if (next === undefined) return job.kind === 'scheduled' ? [] : null
  if (job.kind === 'scheduled') return [next]
  const repeat = parsePattern(job.repeatPattern ?? '')
  const minutes = repeat?.kind === 'minutely' ? repeat.minutes : repeat?.kind === 'hourly' ? repeat.hours * 60 : null
  if (minutes === null) return null
  return Array.from({ length: count }, (_, n) => new Date(Date.parse(next) + n * minutes * 60_000).toISOString())
}
