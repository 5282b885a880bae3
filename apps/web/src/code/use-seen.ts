import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has ever stood where a person could see it; at once where the browser cannot tell. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const shown = element.current
    if (shown === null || typeof IntersectionObserver === 'undefined') return setSeen(true)
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      setSeen(true)
    })
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
