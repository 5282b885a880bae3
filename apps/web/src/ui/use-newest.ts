import { useEffect, useRef } from 'react'

/**
 * Lets only the newest of several answers count, however long the older ones take.
 * @returns begins a wait; what that gives says, once the answer is there, whether nothing newer has begun since and
 * whoever waits is still on screen
 */
export function useNewest(): () => () => boolean {
  const turn = useRef(0)
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  return () => {
    turn.current += 1
    const own = turn.current
    return () => turn.current === own
  }
}
