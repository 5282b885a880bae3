import { type DragEvent, useState } from 'react'

/** What an area needs to take files that are dropped on it; `isOver` while some are held above it. */
export function useFileDrop(disabled: boolean, onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  const area = {
    onDragEnter: drag,
    onDragOver: drag,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      if (!disabled) onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, area }
}
