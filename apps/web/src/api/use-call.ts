import type { CallName, Reply } from '@millrace/contract'
import { QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CallOptions, call } from './call.ts'
import type { CallError } from './call-error.ts'

/** The cache of answers. A failure is reported once, so nothing is retried by itself; live messages refresh screens, not the focus. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

export const callKey = <N extends CallName>(name: N, options: Pick<CallOptions<N>, 'query' | 'body'> = {}) =>
  [name, options.query ?? null, options.body ?? null] as const

type Extra<N extends CallName> = Omit<UseQueryOptions<Reply<N>, CallError>, 'queryKey' | 'queryFn'>

/** A call as a query: `const { data, error, isPending, refetch } = useCall('GET /uploads/last-all', { query: { pipelineId } })`. */
export function useCall<N extends CallName>(
  name: N,
  options: Omit<CallOptions<N>, 'signal'> = {},
  extra: Extra<N> = {},
): UseQueryResult<Reply<N>, CallError> {
  return useQuery<Reply<N>, CallError>({
    ...extra,
    queryKey: callKey(name, options),
    queryFn: ({ signal }) => call(name, { ...options, signal }),
  })
}

/** Marks every stored answer of these calls as old, so that what is on screen is asked again. */
export const refreshCalls = (...names: CallName[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0] as CallName) })
