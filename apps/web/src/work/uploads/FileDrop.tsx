import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './uploads.module.css'

type Props = {
  /** Names the input, e.g. 'File for catalogue'. */
  label: string
  accept: string
  disabled: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** An area to drop a file on or to click; the input inside it takes keys and is what screen readers meet. */
export function FileDrop({ label, accept, disabled, onFiles, children }: Props) {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(!disabled)
  }
  return (
    <div
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file chosen again after a correction must count as a choice.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
