import type { KeyboardEvent } from 'react'
import type { DiagramRow } from './rows.ts'

type List = {
  isOpen: (key: string) => boolean
  toggle: (row: DiagramRow, wanted: boolean) => void
  /** Puts the keys on a row so many places further; with `extend` what lies there joins the selection. */
  go: (step: number, extend: boolean) => void
  goToParent: () => void
  pick: (row: DiagramRow) => void
  open: (row: DiagramRow) => void
}

/**
 * What a key does in the list: arrows move and unfold, with Shift they select, Space selects or no longer, Enter opens.
 * @returns whether the key meant something
 */
export function pressListKey(event: KeyboardEvent, row: DiagramRow, list: List): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) return false
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }
  const step = steps[key]
  if (step !== undefined) list.go(step, shiftKey)
  else if (key === 'ArrowRight') {
    if (row.hasChildren && !list.isOpen(row.key)) list.toggle(row, true)
    else if (row.hasChildren) list.go(1, false)
  } else if (key === 'ArrowLeft') {
    if (row.hasChildren && list.isOpen(row.key)) list.toggle(row, false)
    else list.goToParent()
  } else if (key === ' ') list.pick(row)
  else if (key === 'Enter') list.open(row)
  else return false
  return true
}
