import type { Upload } from '@millrace/contract'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Panel } from '../../ui/Page.tsx'
import { unknownName } from '../uploads/LastUploads.tsx'
import { TableScroll } from '../uploads/TableScroll.tsx'
import { UploadStatusTag } from '../uploads/UploadStatusTag.tsx'
import { describeSize } from './export-selection.ts'
import styles from './exports.module.css'

type Props = {
  title: string
  uploads: readonly Upload[]
  emptyText: string
  picked: ReadonlySet<string>
  onPick: (ids: readonly string[], on: boolean) => void
}

/** Files to pick for the export: kind, status, date, filename (EXP-003, EXP-004). */
export function FileTable({ title, uploads, emptyText, picked, onPick }: Props) {
  const ids = uploads.map(({ _id }) => _id)
  const count = ids.filter((id) => picked.has(id)).length
  if (uploads.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState text={emptyText} />
      </Panel>
    )
  }
  return (
    <Panel title={`${title} (${uploads.length})`} flush>
      <TableScroll label={title}>
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={`All ${title.toLowerCase()}`}
                  checked={count === ids.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = count > 0 && count < ids.length
                  }}
                  onChange={(event) => onPick(ids, event.target.checked)}
                />
              </th>
              <th scope="col">Kind</th>
              <th scope="col">Status</th>
              <th scope="col">Date</th>
              <th scope="col">Filename</th>
            </tr>
          </thead>
          <tbody>
            {uploads.map((upload) => (
              <FileRow
                key={upload._id}
                upload={upload}
                picked={picked.has(upload._id)}
                onPick={(on) => onPick([upload._id], on)}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  )
}

type RowProps = { upload: Upload; picked: boolean; onPick: (on: boolean) => void }

function FileRow({ upload, picked, onPick }: RowProps) {
  const name = upload.originalFilename ?? unknownName
  return (
    <tr
      onClick={(event) => {
        // The box itself answers a click on it.
        if (!(event.target instanceof HTMLInputElement)) onPick(!picked)
      }}
    >
      <td>
        <input
          type="checkbox"
          aria-label={`${upload.dataSubKind} ${name}`}
          checked={picked}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <td className={styles.kind}>{upload.dataSubKind}</td>
      <td className={styles.status}>
        <UploadStatusTag status={upload.status} />
      </td>
      <td className={styles.date}>
        <Timestamp at={upload.createdAt} />
      </td>
      <td className={styles.file}>
        <span>{name}</span> <span className={styles.note}>{describeSize(upload)}</span>
      </td>
    </tr>
  )
}
