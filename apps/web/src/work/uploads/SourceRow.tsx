import { useState } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import { FileDrop } from './FileDrop.tsx'
import { acceptAttribute, acceptedExtensions, fileRefusal, type UploadLimits } from './file-refusal.ts'
import type { SourceFile } from './source-files.ts'
import styles from './uploads.module.css'

type Props = {
  file: SourceFile
  /** The file that waits to be sent. */
  chosen: File | undefined
  limits: UploadLimits
  /** While files are being sent, and where the pipeline cannot take any. */
  disabled: boolean
  /** Share of the file that is sent, 0 to 1; null while it only waits. */
  share: number | null
  /** The button that sends it, e.g. 'Next step'. */
  sendWith: string
  onChoose: (file: File | undefined) => void
}

/** One source to upload by hand: its drop area or the file chosen for it, and why a file was refused (UPL-004). */
export function SourceRow({ file, chosen, limits, disabled, share, sendWith, onChoose }: Props) {
  const { source, upload } = file
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose = (files: File[]) => {
    const [first] = files
    if (first === undefined) return
    const reason = files.length > 1 ? 'Only one file per source' : fileRefusal(first, source, limits)
    setRefusal(reason)
    if (reason === null) onChoose(first)
  }
  return (
    <>
      {chosen === undefined ? (
        <FileDrop
          label={`File for ${source.dataSubKind}`}
          accept={acceptAttribute(source, limits)}
          disabled={disabled}
          onFiles={choose}
        >
          {upload === null ? (
            <span>Drop the file here or click to choose</span>
          ) : (
            <>
              <span className={styles.fileName}>{upload.originalFilename}</span>
              <UploadStatusTag status={upload.status} />
              <span className="note">Drop another file here or click to replace it</span>
            </>
          )}
        </FileDrop>
      ) : (
        <div className={styles.chosen}>
          <span className={styles.fileName}>{chosen.name}</span>
          <span className="note">
            {formatBytes(chosen.size)}, {sentWords(share, sendWith)}
          </span>
          <Spacer />
          <Button
            disabled={disabled}
            aria-label={`Remove ${chosen.name}`}
            onClick={() => {
              setRefusal(null)
              onChoose(undefined)
            }}
          >
            Remove
          </Button>
          {share !== null && (
            <div className={`${styles.progress} ${styles.ofFile}`} aria-hidden="true">
              <span style={{ width: `${Math.floor(share * 100)}%` }} />
            </div>
          )}
        </div>
      )}
      {refusal !== null && (
        <Notice tone="error" look="line" role="alert">
          {refusal}
        </Notice>
      )}
    </>
  )
}

function sentWords(share: number | null, sendWith: string): string {
  if (share === null) return `sent with ${sendWith}`
  return share < 1 ? `${Math.floor(share * 100)} % sent` : 'sent'
}

/** Accepted types and the limit, e.g. 'csv: .csv .tsv .txt, under 20 MiB'. */
export const sourceHint = (source: SourceFile['source'], limits: UploadLimits): string =>
  `${source.contentType}: ${acceptedExtensions(source, limits).join(' ')}, under ${formatBytes(limits.maxUpload).replace('.00', '')}`
