import type { ScheduledJob } from '@millrace/contract'
import { maxFollowed } from '@millrace/contract/live/live.rule'
import { useEffect, useRef, useState } from 'react'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { useCatchUp } from '../../api/use-catch-up.ts'
import { useLive } from '../../api/use-live.ts'
import { usePipelines } from '../../documents/pipelines/use-pipelines.ts'
import { plansKey } from '../schedules/plan-form.ts'
import { inKnownOrder, sortByNextRun } from './jobs-place.ts'

const listCall = 'GET /imports/listScheduled'
const pollMs = 5000
const refreshList = () => void refreshCalls(listCall)
/** Pushes come in bursts when many plans are due at once; the list is asked again once for all of them. */
const gatherMs = 300

/**
 * All planned jobs the person sees, soonest first as they were at first (JOB-001): a job that ran or changed keeps its
 * row, new ones come last. Asked again when a job changes, and every few seconds while the socket is down.
 */
export function useJobs() {
  const [down, setDown] = useState(false)
  const query = useCall(listCall, {}, { refetchInterval: down ? pollMs : false })
  const { offer } = usePipelines()
  const all = query.data && [...query.data.scheduled, ...query.data.repeatable]
  const order = useRef<readonly string[]>([])
  const jobs = all && inKnownOrder(sortByNextRun(all), order.current)
  useEffect(() => {
    if (jobs !== undefined) order.current = jobs.map(({ _id }) => _id)
  })

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const live = useLive('jobs', filterOf(offer?.pipelines.map(({ _id }) => _id) ?? [], all ?? []), {
    onInit: ({ data }) => tellPlans(plansKey(data)),
    onChange: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(refreshList, gatherMs)
    },
  })
  const asked = query.isFetching || all === undefined
  const tellPlans = useCatchUp(asked ? null : plansKey(all), refreshList)
  const isDown = live !== 'live'
  if (isDown !== down) setDown(isDown)

  return { jobs, error: query.error, refetch: () => void query.refetch() }
}

/** All pipelines when they fit in one subscription, so that new plans are noticed; else those that have one. */
function filterOf(offered: readonly string[], jobs: readonly ScheduledJob[]) {
  const ids = offered.length <= maxFollowed ? offered : [...new Set(jobs.map(({ pipelineId }) => pipelineId))]
  return ids.length > 0 ? { pipelineId: ids.slice(0, maxFollowed) } : null
}
