import { useCallback, useMemo, useRef, useState } from 'react'

export type Follow = {
  on: boolean
  /** Lines that came since the reader stopped following. */
  unseen: number
  start: () => void
  stop: () => void
}

/** Whether the newest line is kept in view; `arrived` counts all lines that came. */
export function useFollow(arrived: number): Follow {
  const [stoppedAt, setStoppedAt] = useState<number | null>(null)
  const latest = useRef(arrived)
  latest.current = arrived
  const start = useCallback(() => setStoppedAt(null), [])
  const stop = useCallback(() => setStoppedAt((before) => before ?? latest.current), [])
  const on = stoppedAt === null
  const unseen = on ? 0 : arrived - stoppedAt
  return useMemo(() => ({ on, unseen, start, stop }), [on, unseen, start, stop])
}
