import type { DataSink, PipelineListItem } from '@millrace/contract'
import { formatCount } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Panel } from '../../ui/Page.tsx'
import { unknownName } from '../uploads/LastUploads.tsx'
import type { SourceFile } from '../uploads/source-files.ts'
import { TableScroll } from '../uploads/TableScroll.tsx'
import { UploadStatusTag } from '../uploads/UploadStatusTag.tsx'
import uploads from '../uploads/uploads.module.css'
import styles from './wizard.module.css'

type Props = {
  pipeline: PipelineListItem
  files: readonly SourceFile[]
  /** It runs at its time, with the files there are then. */
  later: boolean
}

const numbers = (title: string): Column => ({ title, className: uploads.number })

/** What will run: the file of each source and where the records go. */
export function PlanFacts({ pipeline, files, later }: Props) {
  return (
    <Panel title="What will run" grow>
      <div className={styles.section}>
        <h3>
          Sources
          {later && <span className={styles.aside}> Each run reads the newest files there are when it starts.</span>}
        </h3>
        <TableScroll label="Sources">
          <Table
            label="Sources"
            look="plain"
            className={uploads.stacked}
            cards="auto"
            headless
            columns={['Source', 'File', 'Uploaded', 'Status', numbers('Valid'), numbers('Rejected')]}
          >
            {files.map((file) => (
              <SourceLine key={file.source.dataSubKind} file={file} />
            ))}
          </Table>
        </TableScroll>
      </div>
      <div className={styles.section}>
        <h3>Destinations</h3>
        <Table label="Destinations" look="plain" columns={['Destination', 'Output file', 'Also written to']}>
          {pipeline.dataSinks.map((sink) => (
            <tr key={sink.name}>
              <td className={uploads.word}>{sink.name}</td>
              <td>{sink.format ?? 'json'}</td>
              <td>{describeTarget(sink)}</td>
            </tr>
          ))}
        </Table>
      </div>
    </Panel>
  )
}

function SourceLine({ file: { source, upload, fromMaster, unknown } }: { file: SourceFile }) {
  const rejected = upload?.counts?.rejected ?? 0
  return (
    <tr>
      <td className={uploads.word}>
        {source.dataSubKind}
        {fromMaster && <span className="note"> from master</span>}
      </td>
      <td className={uploads.name}>
        {upload === null
          ? unknown
            ? 'checked when it starts'
            : 'no file yet'
          : (upload.originalFilename ?? unknownName)}
      </td>
      <td>
        <Timestamp at={upload?.createdAt} />
      </td>
      <td>{upload === null ? '-' : <UploadStatusTag status={upload.status} />}</td>
      <td className={uploads.number} data-label="Valid">
        {upload?.counts ? formatCount(upload.counts.valid) : '-'}
      </td>
      <td className={`${uploads.number} ${rejected > 0 ? uploads.amber : ''}`} data-label="Rejected">
        {upload?.counts ? formatCount(rejected) : '-'}
      </td>
    </tr>
  )
}

/** 'table product (upsert by key, locale)' */
function describeTarget({ target }: Pick<DataSink, 'target'>): string {
  if (target === undefined) return '-'
  if (target.kind === 'http') return target.url
  return `table ${target.table} (${target.mode} by ${target.keys.join(', ')})`
}
