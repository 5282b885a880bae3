import type { TreeNode } from '@millrace/contract'
import { useRef, useState } from 'react'
import type { TreeIndex } from '../folders/tree-index.ts'

/** Keys held while a row is clicked. */
export type Held = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

const none: ReadonlySet<string> = new Set()

/**
 * Several rows chosen at once: Ctrl adds one or takes it out, Shift takes all from the last one on, Space does what Ctrl
 * does by keys. Without keys, as by touch, rows are chosen by plain clicks while `isChoosing`.
 * @param rows ids of the rows in sight, in their order
 */
export function useChosenRows(index: TreeIndex, rows: () => readonly string[]) {
  const [ids, setIds] = useState(none)
  const [isChoosing, setIsChoosing] = useState(false)
  const anchor = useRef<string | null>(null)
  const isRoot = (id: string) => index.entries.get(id)?.parent === null
  const toggle = (id: string) => {
    if (isRoot(id)) return
    anchor.current = id
    setIds((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }
  const extend = (id: string) => {
    const shown = rows()
    const [from, to] = [shown.indexOf(anchor.current ?? id), shown.indexOf(id)]
    const range = shown.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
    setIds(new Set(range.filter((one) => !isRoot(one))))
  }
  const nodes: TreeNode[] = [...ids].flatMap((id) => index.entries.get(id)?.node ?? [])
  return {
    ids,
    nodes,
    toggle,
    isChoosing,
    /** Plain clicks choose from now on; ended, nothing is chosen. */
    choose(on: boolean) {
      setIsChoosing(on)
      if (!on) setIds(none)
    },
    clear() {
      setIds(none)
      setIsChoosing(false)
    },
    /** @returns whether the click chose among several, rather than opening a row */
    click: (id: string, { ctrlKey, metaKey, shiftKey }: Held): boolean => {
      if (shiftKey) extend(id)
      else if (ctrlKey || metaKey || isChoosing) toggle(id)
      else {
        anchor.current = id
        if (ids.size > 0) setIds(none)
        return false
      }
      return true
    },
  }
}
