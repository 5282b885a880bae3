import { useState } from 'react'

export type Inside = { isShown: boolean; toggle: () => void }

const key = 'component-inside'

/** Whether the instances and links of components are shown, which this browser remembers (CMP-011). */
export function useInside(): Inside {
  const [isShown, setShown] = useState(() => localStorage.getItem(key) !== 'hidden')
  return {
    isShown,
    toggle() {
      localStorage.setItem(key, isShown ? 'hidden' : 'shown')
      setShown(!isShown)
    },
  }
}
