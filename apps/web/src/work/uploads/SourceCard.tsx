import type { Upload } from '@millrace/contract'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { FetchNow } from './FetchNow.tsx'
import { FetchRow, fetchHint } from './FetchRow.tsx'
import type { UploadLimits } from './file-refusal.ts'
import { LastUploads, unknownName } from './LastUploads.tsx'
import { type Choice, fetchIt } from './sending.ts'
import { SourceRow, sourceHint } from './SourceRow.tsx'
import { lastUploadsOf, type SourceFile } from './source-files.ts'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import styles from './uploads.module.css'

type Props = {
  pipelineId: string
  /** Tells it apart from sources of the same name, e.g. 'Bikes fr-FR' on a page with several pipelines. */
  within?: string
  file: SourceFile
  /** All known uploads of the pipeline. */
  uploads: readonly Upload[]
  limits: UploadLimits
  choice: Choice | undefined
  disabled: boolean
  importing: boolean
  sendWith?: string | undefined
  onChoose: (what: Choice['what'] | undefined) => void
}

/**
 * One source, named by its sub kind: a drop area where a person uploads (UPL-003, UPL-004), a way to have it fetched where the
 * server does that, with the last uploads beneath; what the master delivers where it comes from there.
 */
export function SourceCard({
  pipelineId,
  within,
  file,
  uploads,
  limits,
  choice,
  disabled,
  importing,
  sendWith,
  onChoose,
}: Props) {
  const { source, fromMaster } = file
  const byHand = source.connectorType === 'manual'
  const name = within === undefined ? source.dataSubKind : `${source.dataSubKind} of ${within}`
  return (
    <section className={styles.source} aria-label={name}>
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
                name={name}
                file={file}
                choice={choice}
                limits={limits}
                disabled={disabled}
                sendWith={sendWith}
                onChoose={onChoose}
              />
            ) : sendWith === undefined ? (
              <FetchNow file={file} choice={choice} disabled={disabled} onChoose={onChoose} />
            ) : (
              <FetchRow
                file={file}
                chosen={choice?.what === fetchIt}
                disabled={disabled}
                sendWith={sendWith}
                onChoose={onChoose}
              />
            )}
            <LastUploads
              pipelineId={pipelineId}
              dataSubKind={name}
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
