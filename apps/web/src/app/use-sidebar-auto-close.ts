import { useEffect } from 'react'
import { sidebar } from './sidebar-state.ts'
import { isMobile } from '../ui/use-mobile.ts'

/** Milliseconds without a further resize before it counts (LIM-004). */
export const resizeDebounceMs = 66

/** On a phone the sidebar closes at once on resize and on every route change (NAV-046). */
export function useSidebarAutoClose(path: string) {
  useEffect(() => {
    if (path !== '' && isMobile()) sidebar.closeAtOnce()
  }, [path])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let width = window.innerWidth
    let mobile = isMobile()
    const applyWidth = () => {
      // Phones fire resize when their address bar slides away; only the width says anything about the layout.
      if (window.innerWidth === width) return
      width = window.innerWidth
      if (isMobile()) sidebar.closeAtOnce()
      else if (mobile) sidebar.restore()
      mobile = isMobile()
    }
    const resized = () => {
      clearTimeout(timer)
      timer = setTimeout(applyWidth, resizeDebounceMs)
    }
    window.addEventListener('resize', resized)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', resized)
    }
  }, [])
}
