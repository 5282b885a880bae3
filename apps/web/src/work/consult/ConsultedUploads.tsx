import type { Upload, UploadSender } from '@millrace/contract'
import { useId } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { unknownName } from '../uploads/LastUploads.tsx'
import { UploadStatusTag } from '../uploads/UploadStatusTag.tsx'
import type { ConsultedSource } from './consulted-sources.ts'
import styles from './consult.module.css'
import { senderWords } from './sender-words.ts'

type Props = {
  sources: readonly ConsultedSource[]
  senders: ReadonlyMap<string, UploadSender>
  picked: string | undefined
  onPick: (id: string) => void
}

/** For each sub kind the last uploads; one may be picked to read its logs and what the check found (UPL-024, D-71). */
export function ConsultedUploads({ sources, senders, picked, onPick }: Props) {
  const group = useId()
  if (sources.length === 0) return <EmptyState text="This pipeline has no data sources." />
  const row = (upload: Upload) => (
    <UploadRow
      key={upload._id}
      upload={upload}
      sender={senders.get(upload._id)}
      group={group}
      checked={upload._id === picked}
      onPick={onPick}
    />
  )
  return sources.map(({ source: { dataSubKind: kind }, last, fromMaster, given }) => (
    <fieldset key={kind} className={styles.kind}>
      <legend>{kind}</legend>
      {fromMaster && <p className={styles.none}>{masterWords(given)}</p>}
      {given && row(given)}
      {!fromMaster && last.length === 0 && <p className={styles.none}>No uploads yet.</p>}
      {fromMaster && last.length > 0 && <p className={styles.none}>Uploaded here before:</p>}
      {last.map(row)}
    </fieldset>
  ))
}

/** The row that follows names the file, where there is one to be seen. */
const masterWords = (given: ConsultedSource['given']): string =>
  given === null ? 'Comes from the master. The master has no file yet.' : 'Comes from the master.'

type RowProps = {
  upload: Upload
  sender: UploadSender | undefined
  group: string
  checked: boolean
  onPick: (id: string) => void
}

function UploadRow({ upload, sender, group, checked, onPick }: RowProps) {
  return (
    <label className={styles.upload}>
      <input type="radio" name={group} checked={checked} onChange={() => onPick(upload._id)} />
      <span className={styles.file}>
        <span>{upload.originalFilename ?? unknownName}</span>
        {sender !== undefined && <span className="note">{senderWords(sender)}</span>}
      </span>
      <span className="note">{countWords(upload)}</span>
      <span className="note">
        <Timestamp at={upload.createdAt} />
      </span>
      <UploadStatusTag status={upload.status} />
    </label>
  )
}

const countWords = ({ counts }: Upload): string => {
  if (counts === null) return ''
  const rejected = counts.rejected > 0 ? `, ${formatCount(counts.rejected)} rejected` : ''
  return `${formatCount(counts.records)} ${counts.records === 1 ? 'record' : 'records'}${rejected}`
}
