import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export type Search = Record<string, string>

/** Queries are plain: '?id=4' stays the text '4', as links of other pages write it. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Goes to a path of the app, e.g. `go('/consult/import', { id })`. */
export function useGo(): (path: string, search?: Search) => void {
  const navigate = useNavigate()
  return useCallback((path, search = {}) => void navigate({ to: path, search }), [navigate])
}

/**
 * Path and query of the page. While the next page is still loading, the one that is shown keeps its own query: with
 * that of the next it would show things of its own for a moment, and take the keys that are meant for the next.
 * `setSearch({ pipeline: id, page: null })` changes parts of the query (null removes), so
 * that selection, tab and filters survive reload and Back; `push` makes a step of the history of it.
 */
export function useAddress() {
  const { pathname, searchStr } = useRouterState({
    select: ({ location: { pathname, searchStr }, matches }) => {
      const shown = matches.at(-1)
      const isLeaving = shown !== undefined && shown.pathname !== pathname
      return { pathname, searchStr: isLeaving ? stringifySearch(shown.search) : searchStr }
    },
    structuralSharing: true,
  })
  const navigate = useNavigate()
  const search = useMemo(() => parseSearch(searchStr), [searchStr])
  const setSearch = useCallback(
    (change: Record<string, string | null>, { push = false }: { push?: boolean } = {}) =>
      void navigate({
        to: '.',
        search: ((before: Search) =>
          Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))) as never,
        replace: !push,
        resetScroll: false,
      }),
    [navigate],
  )
  return { path: pathname, search, setSearch }
}
