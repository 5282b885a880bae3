import type { PipelineLatest } from '@millrace/contract'
import { maxFollowed } from '@millrace/contract/live/live.rule'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'

const latestCall = 'GET /imports/latest'
/** Files and plans are not followed: the list is asked again now and then while it is open. */
const pollMs = 30_000

export type Latest = {
  latest: ReadonlyMap<string, PipelineLatest> | undefined
  /** When that was so, as an ISO text. */
  asOf: string
  /** It could not be read. */
  isUnknown: boolean
}

/** What became last of each pipeline that can be picked, by version; asked anew when an import begins or ends. */
export function useLatest(): Latest {
  const { data, error, dataUpdatedAt } = useCall(latestCall, { quiet: true }, { refetchInterval: pollMs })
  const ids = (data ?? []).map(({ _id }) => _id).slice(0, maxFollowed)
  useLive('imports', ids.length === 0 ? null : { pipelineId: ids }, {
    onInit: () => undefined,
    onChange: ({ data: { _id, state } }) => {
      // Counts of an import that runs are pushed every second; they are not shown here.
      if (!data?.some(({ last }) => last?._id === _id && last.state === state)) void refreshCalls(latestCall)
    },
  })
  return {
    latest: data === undefined ? undefined : new Map(data.map((entry) => [entry._id, entry])),
    asOf: new Date(dataUpdatedAt).toISOString(),
    isUnknown: data === undefined && error !== null,
  }
}
