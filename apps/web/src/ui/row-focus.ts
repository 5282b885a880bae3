import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The attribute by which the rows of a list are told from each other. */
type RowName = 'data-key' | 'data-pointer' | 'data-row'

/** Whether the keys are in the rows of `box`. A row that is gone, since it was removed or moved, leaves them here. */
export function useKeysHere(box: RefObject<HTMLElement | null>): RefObject<boolean> {
  const here = useRef(false)
  useEffect(() => {
    const follow = ({ target }: Event) => {
      here.current = box.current?.contains(target as Node) ?? false
    }
    // A press beside everything that takes the focus leaves the rows, too.
    const events = ['focusin', 'pointerdown'] as const
    for (const event of events) document.addEventListener(event, follow)
    return () => {
      for (const event of events) document.removeEventListener(event, follow)
    }
  }, [box])
  return here
}

/**
 * A row that is removed hands the focus to the one that is current now, so that the next keys go on from there.
 * @param current the value of the attribute at the row that Tab comes to
 */
export function useKeepFocus(box: RefObject<HTMLElement | null>, name: RowName, current: string | null | undefined) {
  const keysHere = useKeysHere(box)
  // After each drawing: rows leave at other times than another becomes the current one.
  useLayoutEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    if (keysHere.current && isLost) focusRow(box.current, name, current ?? '')
  })
}

/** Gives the row the focus, where it is drawn, or the one that Tab comes to, where there is no such row any more. */
export function focusRow(box: HTMLElement | null, name: RowName, value: string) {
  const rows = [...(box?.querySelectorAll<HTMLElement>(`[${name}]`) ?? [])]
  const row = rows.find((one) => one.getAttribute(name) === value)
  if (row !== undefined) return row.focus()
  // It may be the first one, far above what is in sight.
  rows.find(({ tabIndex }) => tabIndex === 0)?.focus({ preventScroll: true })
}
