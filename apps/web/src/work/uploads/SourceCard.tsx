import type { Upload } from '@millrace/contract'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { FetchRow, fetchHint } from './FetchRow.tsx'
import type { UploadLimits } from './file-refusal.ts'
import { LastUploads, unknownName } from './LastUploads.tsx'
import { fetchIt, type Sending, shareOf } from './sending.ts'
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
  chosen: File | typeof fetchIt | undefined
  disabled: boolean
  importing: boolean
  sending: Sending | null
  /** The button that sends, e.g. 'Next step'. */
  sendWith: string
  onChoose: (choice: File | typeof fetchIt | undefined) => void
}

/**
 * One source, named by its sub kind: a drop area where a person uploads (UPL-003, UPL-004), a choice to fetch where the
 * server does, with the last uploads beneath; what the master delivers where it comes from there.
 */
export function SourceCard({
  pipelineId,
  file,
  uploads,
  limits,
  chosen,
  disabled,
  importing,
  sending,
  sendWith,
  onChoose,
}: Props) {
  const { source, fromMaster } = file
  const byHand = source.connectorType === 'manual'
  return (
    <section className={styles.source} aria-label={source.dataSubKind}>
      <div>
        <h3 className={styles.kind}>{source.dataSubKind}</h3>
        <p className={styles.hint}>
          {fromMaster ? 'from master' : byHand ? sourceHint(source, limits) : fetchHint(source)}
        </p>
      </div>
      <div className={styles.body}>
        {fromMaster ? (
          <FedSource file={file} />
        ) : (
          <>
            {byHand ? (
              <SourceRow
                file={file}
                chosen={chosen === fetchIt ? undefined : chosen}
                limits={limits}
                disabled={disabled}
                share={shareOf(sending, source.dataSubKind)}
                sendWith={sendWith}
                onChoose={onChoose}
              />
            ) : (
              <FetchRow
                file={file}
                chosen={chosen === fetchIt}
                disabled={disabled}
                sendWith={sendWith}
                onChoose={onChoose}
              />
            )}
            <LastUploads
              pipelineId={pipelineId}
              dataSubKind={source.dataSubKind}
              uploads={lastUploadsOf(uploads, source.dataSubKind)}
              disabled={disabled}
              importing={importing}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** A source the master feeds: what it would deliver now. */
function FedSource({ file: { upload, unknown } }: { file: SourceFile }) {
  if (upload === null) {
    return <p className={styles.hint}>{unknown ? 'Checked when the import starts.' : noMasterFile}</p>
  }
  return (
    <div className={styles.resultHead}>
      <span className={styles.fileName}>{upload.originalFilename ?? unknownName}</span>
      <UploadStatusTag status={upload.status} />
      <span className="note">
        <Timestamp at={upload.createdAt} />
      </span>
    </div>
  )
}

const noMasterFile = 'The master has no file yet: choose the master and upload it there.'
