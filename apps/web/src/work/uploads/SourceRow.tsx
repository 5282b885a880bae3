import { formatBytes } from '../../ui/format.ts'
import { FileButton } from './FileButton.tsx'
import { FileChoice } from './FileChoice.tsx'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import { FileDrop } from './FileDrop.tsx'
import { acceptedExtensions, type UploadLimits } from './file-refusal.ts'
import type { Choice } from './sending.ts'
import type { SourceFile } from './source-files.ts'
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
export function SourceRow({ name, file: { source, upload }, ...choosing }: Props) {
  return (
    <FileChoice
      {...choosing}
      name={name}
      source={source}
      ask={(input) => (
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
      )}
      askAnother={(input) => (
        <FileButton {...input} name={`Choose another file for ${name}`}>
          Choose another file
        </FileButton>
      )}
    />
  )
}

/** Accepted types and the limit, e.g. 'csv: .csv .tsv .txt, under 20 MiB'. */
export const sourceHint = (source: SourceFile['source'], limits: UploadLimits): string =>
  `${source.contentType}: ${acceptedExtensions(source, limits).join(' ')}, under ${formatBytes(limits.maxUpload).replace('.00', '')}`
