import type { PipelineListItem, Reply } from '@millrace/contract'
import { useCall } from '../../api/use-call.ts'

/**
 * What GET /users/pipelines offers: the pipelines the person may pick and the four lists to filter by. Kept for a
 * minute, so that going from screen to screen asks once.
 */
export function usePipelines() {
  const { data, error, isPending, isFetching, refetch } = useCall('GET /users/pipelines', {}, { staleTime: 60_000 })
  return { offer: data, error, isPending, isFetching, refetch: () => void refetch() }
}

/** The offered pipeline with the id; undefined when it is not offered (any more). */
export const findPipeline = (
  offer: Pick<Reply<'GET /users/pipelines'>, 'pipelines'> | undefined,
  id: string | undefined,
): PipelineListItem | undefined => (id === undefined ? undefined : offer?.pipelines.find(({ _id }) => _id === id))
