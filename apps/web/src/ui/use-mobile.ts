import { useSyncExternalStore } from 'react'
import { mobileBelow } from '../theme/tokens.ts'

const query = () => window.matchMedia?.(`(max-width: ${mobileBelow - 0.02}px)`)

export const isMobile = (): boolean => query()?.matches ?? window.innerWidth < mobileBelow

const subscribe = (listener: () => void) => {
  const list = query()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/** Whether the window is narrower than 992 px (NAV-045). */
export const useMobile = (): boolean => useSyncExternalStore(subscribe, isMobile)
