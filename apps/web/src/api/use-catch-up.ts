import { useEffect, useState } from 'react'

/**
 * What changes after a call was answered and before its subscription begins is told by neither. So what the subscription
 * begins with is compared with the answer, once both are there, and the call is asked again where they differ.
 * @param answered what the answer says, in a word; null while it is on its way
 * @returns to be told what the subscription begins with, in the same words
 */
export function useCatchUp(answered: string | null, refresh: () => void): (begun: string) => void {
  const [begun, setBegun] = useState<string | null>(null)
  useEffect(() => {
    if (begun === null || answered === null) return
    setBegun(null)
    if (begun !== answered) refresh()
  }, [begun, answered, refresh])
  return setBegun
}
