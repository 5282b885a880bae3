import { Notice } from '../../ui/Notice.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ChosenFile } from './ChosenFile.tsx'
import { FileButton } from './FileButton.tsx'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import { FileDrop } from './FileDrop.tsx'
import { acceptAttribute, acceptedExtensions, type UploadLimits } from './file-refusal.ts'
import { type Choice, fetchIt } from './sending.ts'
import type { SourceFile } from './source-files.ts'
import { useFilePick } from './use-file-pick.ts'
import styles from './uploads.module.css'

type Props = {
  /** Names the source among all of the page. */
  name: string
  file: SourceFile
  choice: Choice | undefined
  limits: UploadLimits
  /** Where the pipeline can take no files, and while files are being sent together. */
  disabled: boolean
  /** The button that sends it, e.g. 'Send'; undefined where it is sent at once. */
  sendWith: string | undefined
  onChoose: (file: File | undefined) => void
}

/** One source to upload by hand: its drop area or the file chosen for it, and why a file was refused (UPL-004). */
export function SourceRow({ name, file, choice, limits, disabled, sendWith, onChoose }: Props) {
  const { source, upload } = file
  const { refusal, pick, clear } = useFilePick(source, limits, onChoose)
  const chosen = choice === undefined || choice.what === fetchIt ? undefined : choice.what
  const input = {
    label: `File for ${name}`,
    accept: acceptAttribute(source, limits),
    disabled,
    onFiles: pick,
  }
  return (
    <>
      {choice === undefined || chosen === undefined ? (
        <FileDrop {...input}>
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
        <ChosenFile
          file={chosen}
          choice={choice}
          sendWith={sendWith}
          disabled={disabled}
          onRemove={() => {
            clear()
            onChoose(undefined)
          }}
          onRetry={() => onChoose(chosen)}
          onFiles={pick}
        >
          <FileButton {...input} name={`Choose another file for ${name}`}>
            Choose another file
          </FileButton>
        </ChosenFile>
      )}
      {refusal !== null && (
        <Notice tone="error" look="line" role="alert">
          {refusal}
        </Notice>
      )}
    </>
  )
}

/** Accepted types and the limit, e.g. 'csv: .csv .tsv .txt, under 20 MiB'. */
export const sourceHint = (source: SourceFile['source'], limits: UploadLimits): string =>
  `${source.contentType}: ${acceptedExtensions(source, limits).join(' ')}, under ${formatBytes(limits.maxUpload).replace('.00', '')}`
