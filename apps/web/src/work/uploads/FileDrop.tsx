import type { ReactNode } from 'react'
import { takeFiles } from './FileButton.tsx'
import { useFileDrop } from './use-file-drop.ts'
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
  const { isOver, area } = useFileDrop(disabled, onFiles)
  return (
    <div className={`${styles.drop} ${isOver ? styles.over : ''}`} {...area}>
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onChange={(event) => onFiles(takeFiles(event.target))}
      />
    </div>
  )
}
