import { useSyncExternalStore } from 'react'

/** Below this window width (px) tables become cards; the same as in `@media (width < 640px)`. */
const narrowBelow = 640

const query = () => window.matchMedia?.(`(max-width: ${narrowBelow - 0.02}px)`)

const subscribe = (listener: () => void) => {
  const list = query()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/** Whether there is no room for a table, as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false)
