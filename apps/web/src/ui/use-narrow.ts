import { useCallback, useSyncExternalStore } from 'react'

/** Below this window width (px) tables become cards; the same as in `@media (width < 640px)`. */
export const narrowBelow = 640

const queryOf = (width: number) => window.matchMedia?.(`(max-width: ${width - 0.02}px)`)

/** Whether the window is narrower than this (px). */
export function useNarrowerThan(width: number): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = queryOf(width)
      query?.addEventListener('change', listener)
      return () => query?.removeEventListener('change', listener)
    },
    [width],
  )
  return useSyncExternalStore(subscribe, () => queryOf(width)?.matches ?? false)
}

/** Whether there is no room for a table, as on a phone. */
export const useNarrow = (): boolean => useNarrowerThan(narrowBelow)
