import type { Upload } from '@millrace/contract'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Panel } from '../../ui/Page.tsx'
import { PickAll } from '../../ui/PickAll.tsx'
import { cardArea, type Column, Table } from '../../ui/Table.tsx'
import { TableDownload } from '../uploads/TableDownload.tsx'
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

const columns: readonly Column[] = [
  ...['Kind', 'Status', 'Date'].map((title): Column => ({ title, wide: true })),
  'Filename',
]

/** Files to pick for the export: kind, status, date, filename (EXP-003, EXP-004). */
export function FileTable({ title, uploads, emptyText, picked, onPick }: Props) {
  const ids = uploads.map(({ _id }) => _id)
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
        <Table
          label={title}
          look="plain"
          className={styles.table}
          columns={[
            { title: <PickAll label={`All ${title.toLowerCase()}`} ids={ids} picked={picked} onPick={onPick} /> },
            ...columns,
          ]}
          clickable
          cards="20px auto auto minmax(0, 1fr)"
        >
          {uploads.map((upload) => (
            <FileRow
              key={upload._id}
              upload={upload}
              picked={picked.has(upload._id)}
              onPick={(on) => onPick([upload._id], on)}
            />
          ))}
        </Table>
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
        // The box and the buttons of a row answer a click on them.
        if (!(event.target as Element).closest('input, button')) onPick(!picked)
      }}
    >
      <td style={cardArea('1 / 1 / span 2')}>
        <input
          type="checkbox"
          aria-label={`${upload.dataSubKind} ${name}`}
          checked={picked}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <td className={styles.kind} style={cardArea('2')}>
        {upload.dataSubKind}
      </td>
      <td className={styles.status} style={cardArea('2')}>
        <UploadStatusTag status={upload.status} />
      </td>
      <td className={styles.date} style={cardArea('2')}>
        <Timestamp at={upload.createdAt} />
      </td>
      <td className={styles.file} style={cardArea('1 / 2 / auto / -1')}>
        <span>{name}</span> <span className="note unbroken">{describeSize(upload)}</span>
        <TableDownload upload={upload} />
      </td>
    </tr>
  )
}
