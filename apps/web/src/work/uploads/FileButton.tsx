import { type ReactNode, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

type Props = {
  /** Names the input, e.g. 'File for catalogue'. */
  label: string
  accept: string
  disabled?: boolean
  onFiles: (files: File[]) => void
  /** The words on the button; its name goes on with the source, e.g. 'Replace the file of catalogue'. */
  children: ReactNode
  name: string
}

/** A button that opens the browser's own picker of files. */
export function FileButton({ label, accept, disabled = false, onFiles, children, name }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button disabled={disabled} aria-label={name} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        disabled={disabled}
        onChange={(event) => onFiles(takeFiles(event.target))}
      />
    </>
  )
}

/** The chosen files; the same one chosen again after a correction counts as a choice. */
export function takeFiles(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
