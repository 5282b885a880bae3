import type { CallName, Reply } from '@millrace/contract'
import { type Query, QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CallOptions, call } from './call.ts'
import { CallError } from './call-error.ts'

/** The cache of answers. A failure is reported once, so nothing is retried by itself; live messages refresh screens, not the focus. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

export const callKey = <N extends CallName>(
  name: N,
  { params, query, body }: Pick<CallOptions<N>, 'params' | 'query' | 'body'> = {},
) => [name, query ?? null, body ?? null, ...(params === undefined ? [] : [params])] as const

type Extra<N extends CallName> = Omit<UseQueryOptions<Reply<N>, CallError>, 'queryKey' | 'queryFn'>

/** A call as a query: `const { data, error, isPending, refetch } = useCall('GET /uploads/last-all', { query: { pipelineId } })`. */
export function useCall<N extends CallName>(
  name: N,
  options: Omit<CallOptions<N>, 'signal'> = {},
  extra: Extra<N> = {},
): UseQueryResult<Reply<N>, CallError> {
  const tellOnce = useTellOnce()
  const polls = extra.refetchInterval !== undefined
  return useQuery<Reply<N>, CallError>({
    ...extra,
    queryKey: callKey(name, options),
    queryFn: ({ signal }) => {
      const ask = (told?: string) => call(name, { ...options, signal, ...(told === undefined ? {} : { told }) })
      return polls ? tellOnce(callKey(name, options), ask) : ask()
    },
  })
}

/** Asks of a poll: one that goes on failing is told what it has told already, while the screen is open. */
export function useTellOnce(): <T>(key: readonly unknown[], ask: (told?: string) => Promise<T>) => Promise<T> {
  const told = useRef(new Map<string, string>())
  return async (key, ask) => {
    const name = JSON.stringify(key)
    try {
      const answer = await ask(told.current.get(name))
      told.current.delete(name)
      return answer
    } catch (error) {
      if (error instanceof CallError) told.current.set(name, error.message)
      throw error
    }
  }
}

/**
 * Marks every stored answer of these calls as old, so that what is on screen is asked again. A first answer that is on
 * its way is older than the change, too: it is given up, or it would stay as the newest there is.
 */
export async function refreshCalls(...names: CallName[]): Promise<void> {
  const ofThese = ({ queryKey }: Query) => names.includes(queryKey[0] as CallName)
  await queryClient.cancelQueries({
    predicate: (query) => ofThese(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching',
  })
  await queryClient.invalidateQueries({ predicate: ofThese })
}
