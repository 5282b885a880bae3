import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows drawn on either side of those in sight, so that a quick turn of the wheel shows no gap. */
const overscan = 8

export type RowsInSight = {
  /** The first row in sight. */
  top: number
  /** A part of that row has been scrolled out. */
  isCut: boolean
  /** The row in which what is pinned over the first ones ends. */
  pinEnd: number
  /** The rows to draw: from this one up to, and without, that one. */
  from: number
  to: number
  /** The box has been scrolled. */
  look: () => void
}

/**
 * Which of `count` rows of one height (px) are in sight of a box. Nothing is kept of the others: a list that grows by
 * the hundred ten times a second costs the same however long it is.
 * @param pinHeight px of what is pinned to the top of the box, at most a row
 */
export function useRowsInSight(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  pinHeight = rowHeight,
): RowsInSight {
  const [top, setTop] = useState(0)
  const [isCut, setCut] = useState(false)
  const [reachesNext, setReachesNext] = useState(false)
  const [fit, setFit] = useState(0)
  const look = useCallback(() => {
    if (box.current === null) return
    const { scrollTop } = box.current
    const row = Math.max(0, Math.floor(scrollTop / rowHeight))
    setTop(row)
    setCut(scrollTop > row * rowHeight)
    setReachesNext(scrollTop + pinHeight > (row + 1) * rowHeight)
  }, [box, rowHeight, pinHeight])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setFit(Math.ceil(element.clientHeight / rowHeight) + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, rowHeight])
  // A list that became shorter pulls the box along, but only the next event tells.
  const first = Math.max(0, Math.min(top, count - fit + 1))
  const pinEnd = Math.min(first + (reachesNext ? 1 : 0), Math.max(0, count - 1))
  const drawn = { from: Math.max(0, first - overscan), to: Math.min(count, first + fit + overscan) }
  return { top: first, isCut, pinEnd, ...drawn, look }
}
