import type { Upload } from '@millrace/contract'
import { Moment } from '../ui/Moment.tsx'
import type { UploadLimits } from './file-refusal.ts'
import { LastUploads, unknownName } from './LastUploads.tsx'
import { SourceRow, sourceHint } from './SourceRow.tsx'
import { lastUploadsOf, type SourceFile } from './source-files.ts'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import styles from './uploads.module.css'

type Props = {
  pipelineId: string
  file: SourceFile
  /** All known uploads of the pipeline. */
  uploads: readonly Upload[]
  limits: UploadLimits
  chosen: File | undefined
  disabled: boolean
  onChoose: (file: File | undefined) => void
}

/** One source of the upload step: named by its sub kind, with a drop area where a person uploads (UPL-003, UPL-004). */
export function SourceCard({ pipelineId, file, uploads, limits, chosen, disabled, onChoose }: Props) {
  const { source, fromMaster } = file
  const byHand = source.connectorType === 'manual' && !fromMaster
  return (
    <section className={styles.source} aria-label={source.dataSubKind}>
      <div>
        <h3 className={styles.kind}>{source.dataSubKind}</h3>
        <p className={styles.hint}>
          {byHand ? sourceHint(source, limits) : fromMaster ? 'from master' : source.connectorType}
        </p>
      </div>
      <div className={styles.body}>
        {byHand ? (
          <>
            <SourceRow file={file} chosen={chosen} limits={limits} disabled={disabled} onChoose={onChoose} />
            <LastUploads
              pipelineId={pipelineId}
              dataSubKind={source.dataSubKind}
              uploads={lastUploadsOf(uploads, source.dataSubKind)}
              disabled={disabled}
            />
          </>
        ) : (
          <FedSource file={file} />
        )}
      </div>
    </section>
  )
}

/** A source nobody uploads to here: what it would deliver now. */
function FedSource({ file: { upload, fromMaster, unknown } }: { file: SourceFile }) {
  if (upload === null) {
    return <p className={styles.hint}>{unknown ? 'Checked when the import starts.' : noFileText(fromMaster)}</p>
  }
  return (
    <div className={styles.resultHead}>
      <span className={styles.fileName}>{upload.originalFilename ?? unknownName}</span>
      <UploadStatusTag status={upload.status} />
      <span className={styles.quiet}>
        <Moment at={upload.createdAt} />
      </span>
    </div>
  )
}

const noFileText = (fromMaster: boolean): string =>
  fromMaster
    ? 'The master has no file yet: choose the master in step 1 and upload it there.'
    : 'Nothing was fetched yet.'
