import type { Import, ImportPause, Reply, ScheduledJob } from '@millrace/contract'
import { isEnded, isUnderWay } from '@millrace/contract/imports/import-states.rule'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { CallError } from '../../api/call-error.ts'
import { callKey, refreshCalls, useTellOnce } from '../../api/use-call.ts'
import type { LiveState } from '../../api/live.ts'
import { useCatchUp } from '../../api/use-catch-up.ts'
import { useLive } from '../../api/use-live.ts'
import { plansKey } from '../schedules/plan-form.ts'

const jobCall = 'GET /imports/job'
const pollMs = 1000
/** Nobody tells of the end of a pause. */
const pausePollMs = 10_000
const refreshAnswers = () => void refreshCalls(jobCall)

export type Runs = {
  /** The asked imports in the asked order; without ids, of each pipeline the running import, else the pending, else the last. */
  imports: Import[]
  /** The answer of GET /imports/job for each pipeline that has answered. */
  byPipeline: ReadonlyMap<string, { imp: Import | null; job: ScheduledJob | null }>
  /** Since when and why nothing begins, null unless imports are paused. */
  pause: ImportPause | null
  isPending: boolean
  /** What is known was read before this came into sight, and is being read anew. */
  isOld: boolean
  error: CallError | null
  refetch: () => void
}

/** The plan could not be read, so nothing may be confirmed: it could replace a plan that the person has not seen. */
export const isPlanUnknown = (runs: Runs, pipelineId: string): runs is Runs & { error: CallError } =>
  runs.error !== null && !runs.byPipeline.has(pipelineId)
export const planUnknown = 'Waiting for the plan of this pipeline'

/**
 * Follows imports of the pipelines: pushed while the socket is up, asked every second while it is down.
 * @param quiet no toast when they cannot be read
 */
export function useRuns(pipelineIds: readonly string[], importIds?: readonly string[], { quiet = false } = {}): Runs {
  const [pushed, setPushed] = useState<ReadonlyMap<string, Import>>(new Map())
  const keep = (fresh: readonly Import[]) => {
    setPushed((known) => new Map([...known, ...fresh.map((imp) => [imp._id, later(known.get(imp._id), imp)] as const)]))
  }
  const drop = (id: string) => setPushed((known) => new Map([...known].filter(([key]) => key !== id)))
  const live = useLive('imports', filterOf(pipelineIds, importIds), {
    onInit: ({ data }) => {
      keep(data)
      if (!hasIds(importIds)) tellRunning(runningKey(data))
    },
    onChange: ({ data, operationType }) => {
      // The job belongs to the answer: it comes with an import and goes when that has ended or was cancelled.
      if (operationType !== 'update' || isEnded(data.state)) void refreshCalls(jobCall)
      if (operationType === 'delete') drop(data._id)
      else keep([data])
    },
  })
  // A plan may be made, changed or ended by somebody else meanwhile.
  useLive('jobs', filterOf(pipelineIds), {
    onInit: ({ data }) => tellPlans(plansKey(data)),
    onChange: refreshAnswers,
  })
  const tellOnce = useTellOnce()
  const answers = useQueries({
    queries: pipelineIds.map((pipelineId) => ({
      queryKey: callKey(jobCall, { query: { pipelineId } }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        tellOnce(callKey(jobCall, { query: { pipelineId } }), (told) =>
          call(jobCall, { query: { pipelineId }, signal, quiet, told }),
        ),
      refetchInterval: (query: { state: { data?: Reply<typeof jobCall> } }) =>
        live !== 'live' && mayChange(query.state.data) ? pollMs : query.state.data?.pause ? pausePollMs : false,
    })),
  })
  const isAsking = answers.some(({ isFetching }) => isFetching)
  const given = answers.flatMap(({ data }) => data ?? [])
  const tellRunning = useCatchUp(isAsking ? null : runningKey(given.flatMap(({ imp }) => imp ?? [])), refreshAnswers)
  const tellPlans = useCatchUp(isAsking ? null : plansKey(given.map(({ job }) => job)), refreshAnswers)
  const byPipeline = new Map(
    pipelineIds.flatMap((id, index) => {
      const data = answers[index]?.data
      return data === undefined
        ? []
        : [[id, { imp: data.imp && newest(data.imp, pushed, live), job: data.job }] as const]
    }),
  )
  const known = [...byPipeline.values()].flatMap(({ imp }) => imp ?? [])
  const asked = importIds === undefined ? known : inOrder(importIds, [...known, ...pushed.values()])
  // An edited or cancelled plan has another pending import, or none: what there is now is shown instead.
  const isGone = pipelineIds.length === 1 && asked.length === 0 && !isAsking
  return {
    imports: isGone ? known : asked,
    byPipeline,
    pause: given.find(({ pause }) => pause !== undefined)?.pause ?? null,
    isPending: answers.some(({ isPending }) => isPending),
    isOld: answers.some(isOldAnswer),
    error: (answers.find(({ error }) => error !== null)?.error as CallError | undefined) ?? null,
    refetch: refreshAnswers,
  }
}

/** Whether an answer is left from an earlier page until the one that is asked for comes. */
export const isOldAnswer = ({
  isFetching,
  isFetchedAfterMount,
}: Pick<UseQueryResult, 'isFetching' | 'isFetchedAfterMount'>) => isFetching && !isFetchedAfterMount

function filterOf(pipelineIds: readonly string[], importIds?: readonly string[]) {
  if (hasIds(importIds)) return { _id: importIds.slice(0, 200) }
  return pipelineIds.length > 0 ? { pipelineId: pipelineIds.slice(0, 200) } : null
}

const hasIds = (importIds?: readonly string[]): importIds is readonly string[] =>
  importIds !== undefined && importIds.length > 0

/** Tells two lists of imports apart by those that run. */
const runningKey = (imports: readonly Import[]): string =>
  imports
    .filter(({ state }) => isUnderWay(state))
    .map(({ _id }) => _id)
    .toSorted()
    .join()

const mayChange = (answer: Reply<typeof jobCall> | undefined): boolean =>
  answer?.imp != null && !isEnded(answer.imp.state)

/** Of two states of one import the later: an import that has ended stays ended. */
export const later = (known: Import | undefined, fresh: Import): Import =>
  known !== undefined && isEnded(known.state) ? known : fresh

/**
 * The later of an import as it was read and as it was pushed. While the socket is up a push is ahead of any answer, also
 * of one that was on its way when it came; a push from before a lost link may be behind it.
 */
export function newest(read: Import, pushed: ReadonlyMap<string, Import>, live: LiveState): Import {
  const push = pushed.get(read._id)
  return live === 'live' ? (push ?? read) : later(push, read)
}

function inOrder(ids: readonly string[], imports: readonly Import[]): Import[] {
  return ids.flatMap((id) => imports.find(({ _id }) => _id === id) ?? [])
}
