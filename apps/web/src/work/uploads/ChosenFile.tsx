import type { ReactNode } from 'react'
import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Choice } from './sending.ts'
import { useFileDrop } from './use-file-drop.ts'
import styles from './uploads.module.css'

type Props = {
  file: File
  choice: Pick<Choice, 'share' | 'failure'>
  /** The button that sends it, e.g. 'Send'; undefined where it is sent at once. */
  sendWith: string | undefined
  disabled: boolean
  onRemove: () => void
  /** Tries once more to send it. */
  onRetry: () => void
  /** Files dropped on it are to go instead of it. */
  onFiles: (files: File[]) => void
  /** Another way to choose another file. */
  children?: ReactNode
}

/** The file chosen for a source: it waits, is being sent, or could not be and can be tried again. */
export function ChosenFile({ file, choice, sendWith, disabled, onRemove, onRetry, onFiles, children }: Props) {
  const { share, failure } = choice
  const { isOver, area } = useFileDrop(disabled, onFiles)
  return (
    <>
      <div className={`${styles.chosen} ${isOver ? styles.over : ''}`} {...area}>
        <span className={styles.fileName}>{file.name}</span>
        <span className="note">
          {formatBytes(file.size)}
          {sentWords(share, sendWith)}
        </span>
        <Spacer />
        {failure !== null && (
          <Button disabled={disabled} onClick={onRetry} aria-label={`Try again to send ${file.name}`}>
            Try again
          </Button>
        )}
        {children}
        <Button disabled={disabled} aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
        {share !== null && (
          <div className={`${styles.progress} ${styles.ofFile}`} aria-hidden="true">
            <span style={{ width: `${Math.floor(share * 100)}%` }} />
          </div>
        )}
      </div>
      {failure !== null && (
        <Notice tone="error" look="line">
          <span>Not sent: {failure}</span>
        </Notice>
      )}
    </>
  )
}

function sentWords(share: number | null, sendWith: string | undefined): string {
  if (share !== null) return share < 1 ? `, ${Math.floor(share * 100)} % sent` : ', sent'
  return sendWith === undefined ? '' : `, sent with ${sendWith}`
}
