import { type RefObject, useEffect, useRef } from 'react'

/** Whether the keys are in the rows of `box`. A row that is gone, since it was removed or moved, leaves them here. */
export function useKeysHere(box: RefObject<HTMLElement | null>): RefObject<boolean> {
  const here = useRef(false)
  useEffect(() => {
    const follow = ({ target }: Event) => {
      here.current = box.current?.contains(target as Node) ?? false
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [box])
  return here
}
