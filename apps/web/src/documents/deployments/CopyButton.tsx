import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'

type Props = {
  text: string
  /** What is copied, for screen readers and the toast: 'path', 'key'. */
  of: string
  look?: 'link' | 'plain'
  /** What stands on it, where that says what is copied. */
  label?: string
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, of, look = 'link', label }: Props) {
  const copy = async () => {
    if (await copyText(text)) toast.success(`The ${of} is copied to the clipboard`)
    else toast.error(`The ${of} could not be copied`, { detail: 'Select it and copy it with the keyboard.' })
  }
  return (
    <Button tone={look} aria-label={label === undefined ? `Copy the ${of}` : undefined} onClick={() => void copy()}>
      {label ?? 'Copy'}
    </Button>
  )
}
