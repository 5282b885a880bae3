import { useEffect } from 'react'
import { flushSync } from 'react-dom'

type Actions = { save: () => Promise<void>; undo: () => void; redo: () => void }

/** Ctrl S saves, Ctrl Z undoes, Ctrl Y and Ctrl Shift Z redo; a field that is typed into keeps its own undo. */
export function useEditorKeys({ save, undo, redo }: Actions): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], dialog') !== null
      if (key === 's') void save()
      else if (key === 'z' && !typing) (event.shiftKey ? redo : undo)()
      else if (key === 'y' && !typing) redo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  })
}

/** Leaves the field that is being typed into, so that what stands in it is part of what is saved. */
export function takeTyped(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) flushSync(() => field.blur())
}
