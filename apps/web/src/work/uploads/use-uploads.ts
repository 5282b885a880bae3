import type { Upload } from '@millrace/contract'
import { statusPollMs } from '@millrace/contract/uploads/last-uploads.rule'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import type { CallError } from '../../api/call-error.ts'
import type { LiveState } from '../../api/live.ts'
import { callKey, queryClient, useCall } from '../../api/use-call.ts'
import { useCatchUp } from '../../api/use-catch-up.ts'
import { useLive } from '../../api/use-live.ts'
import { mergeUploads, mergeReadUploads } from './merge-uploads.ts'

const listCall = 'GET /uploads/last-all'

export type UploadsOfPipeline = {
  /** Undefined until the first answer. */
  uploads: Upload[] | undefined
  error: CallError | null
  isPending: boolean
  refetch: () => void
  live: LiveState
}

/** Puts uploads that came as an answer or a push into what is known of the pipeline. */
export function cacheUploads(pipelineId: string, fresh: readonly Upload[]) {
  queryClient.setQueryData<Upload[]>(callKey(listCall, { query: { pipelineId } }), (known) =>
    known === undefined ? undefined : mergeUploads(known, fresh),
  )
}

/**
 * The last uploads of a pipeline, inputs and outputs, followed live. While the socket is down a validating upload is
 * asked again every second (UPL-011).
 * @param quiet no toast when the list cannot be read: for a master that the person may not see
 */
export function useUploads(pipelineId: string | undefined, { quiet = false } = {}): UploadsOfPipeline {
  const query = useCall(
    listCall,
    { query: { pipelineId: pipelineId ?? '' }, fallback: 'error while fetching last upload files', quiet },
    {
      enabled: pipelineId !== undefined,
      structuralSharing: (known, fresh) => mergeReadUploads(known as Upload[] | undefined, fresh as Upload[]),
    },
  )
  const { data: uploads, refetch: ask } = query
  const follow = pipelineId !== undefined && !query.isError
  const live = useLive('uploads', follow ? { pipelineId: [pipelineId] } : null, {
    onInit: ({ data }) => {
      if (pipelineId !== undefined) cacheUploads(pipelineId, data)
      tellUploads(uploadsKey(data))
    },
    onChange: ({ data, operationType }) => {
      if (pipelineId !== undefined && operationType !== 'delete') cacheUploads(pipelineId, [data])
      // An answer that is on its way may be older than this.
      if (query.isFetching) tellUploads('changed meanwhile')
    },
  })
  const refetch = useCallback(() => void ask(), [ask])
  const tellUploads = useCatchUp(query.isFetching || uploads === undefined ? null : uploadsKey(uploads), refetch)
  usePoll(pipelineId, live === 'live' ? [] : validatingIds(uploads))
  return { uploads, error: query.error, isPending: query.isPending, refetch, live }
}

/** Tells two lists of uploads apart by what they hold and the states of it. */
const uploadsKey = (uploads: readonly Upload[]): string =>
  uploads
    .map(({ _id, status }) => `${_id} ${status}`)
    .toSorted()
    .join()

const validatingIds = (uploads: readonly Upload[] | undefined): string[] =>
  (uploads ?? []).filter(({ status, enabled }) => enabled && status === 'validating').map(({ _id }) => _id)

/** Asks every second for the status of the given uploads; a failure is told once, not every second. */
function usePoll(pipelineId: string | undefined, ids: readonly string[]) {
  const failed = useRef(false)
  const key = ids.join(',')
  useEffect(() => {
    if (pipelineId === undefined || key === '') return
    const stop = new AbortController()
    const ask = async () => {
      const options = {
        query: { ids: key.split(',') },
        fallback: 'error while fetching uploads statuses',
        quiet: failed.current,
        signal: stop.signal,
      }
      try {
        cacheUploads(pipelineId, await call('GET /uploads/status', options))
        failed.current = false
      } catch (error) {
        if (stop.signal.aborted) return
        failed.current = true
        console.error(error)
      }
    }
    const timer = setInterval(ask, statusPollMs)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [pipelineId, key])
}
