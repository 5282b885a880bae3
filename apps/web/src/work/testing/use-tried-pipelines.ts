import { useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { usePipelines } from '../../documents/pipelines/use-pipelines.ts'

/**
 * The pipelines that can be tried: what pickers offer, and the newest version of those that are only in the explorer
 * because pickers hide them (D-54).
 */
export function useTriedPipelines() {
  const { offer, error, refetch } = usePipelines()
  const rest = useCall('GET /pipelines', {}, { staleTime: 60_000 })
  const pipelines = useMemo(() => {
    if (offer === undefined) return undefined
    const offered = new Set(offer.pipelines.map(({ _id }) => _id))
    return [...offer.pipelines, ...(rest.data ?? []).filter(({ _id }) => !offered.has(_id))]
  }, [offer, rest.data])
  return { offer, pipelines, error, refetch }
}
