import { useMemo, useRef } from 'react'
import type { ComponentDraft, Element, Selection } from '../model/draft.ts'

/** What is selected of a diagram, for canvas and list alike; and how it is changed. */
export type DiagramSelection = {
  elements: Selection
  has: (element: Element) => boolean
  /** Selects it alone; with `toggle` it joins what is selected, or leaves it. */
  pick: (element: Element, how?: 'only' | 'toggle') => void
  set: (elements: Selection) => void
  clear: () => void
}

export const isSameElement = (one: Element, other: Element): boolean =>
  one.part === other.part && one.index === other.index

/** @param selected of the editing history: Undo brings back what was selected, and edits select what they made */
export function useDiagramSelection(
  draft: ComponentDraft,
  selected: Selection,
  onSelect: (elements: Selection) => void,
): DiagramSelection {
  const latest = useRef(onSelect)
  latest.current = onSelect
  return useMemo(() => {
    const set = (elements: Selection) => latest.current(elements)
    const elements = selected.filter(({ part, index }) => index < draft[part].length)
    const has = (element: Element) => elements.some((one) => isSameElement(one, element))
    return {
      elements,
      has,
      pick: (element, how = 'only') => {
        if (how === 'only') set([element])
        else if (has(element)) set(elements.filter((one) => !isSameElement(one, element)))
        else set([...elements, element])
      },
      set,
      clear: () => set([]),
    }
  }, [draft, selected])
}
