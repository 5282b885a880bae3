import type { PipelineListItem, Upload } from '@millrace/contract'
import { useId } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { unknownName } from './LastUploads.tsx'
import { lastUploadsOf } from './source-files.ts'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import styles from './consult.module.css'

type Props = {
  pipeline: PipelineListItem
  uploads: readonly Upload[]
  picked: string | undefined
  onPick: (id: string) => void
}

/** For each sub kind the last uploads; one may be picked to read its logs (UPL-024, D-71). */
export function ConsultedUploads({ pipeline, uploads, picked, onPick }: Props) {
  const group = useId()
  const sources = pipeline.dataSources.filter(({ enabled }) => enabled)
  if (sources.length === 0) return <EmptyState text="This pipeline has no data sources." />
  return sources.map(({ dataSubKind: kind, dataFromMaster }) => {
    const last = lastUploadsOf(uploads, kind)
    return (
      <fieldset key={kind} className={styles.kind}>
        <legend>{kind}</legend>
        {last.length === 0 && (
          <p className={styles.none}>{dataFromMaster ? 'Comes from the master.' : 'No uploads yet.'}</p>
        )}
        {last.map((upload) => (
          <label key={upload._id} className={styles.upload}>
            <input type="radio" name={group} checked={upload._id === picked} onChange={() => onPick(upload._id)} />
            <span className={styles.file}>{upload.originalFilename ?? unknownName}</span>
            <span className="note">{countWords(upload)}</span>
            <span className="note">
              <Timestamp at={upload.createdAt} />
            </span>
            <UploadStatusTag status={upload.status} />
          </label>
        ))}
      </fieldset>
    )
  })
}

const countWords = ({ counts }: Upload): string => {
  if (counts === null) return ''
  const rejected = counts.rejected > 0 ? `, ${formatCount(counts.rejected)} rejected` : ''
  return `${formatCount(counts.records)} ${counts.records === 1 ? 'record' : 'records'}${rejected}`
}
