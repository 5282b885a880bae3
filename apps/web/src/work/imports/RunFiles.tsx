import type { Import, Upload } from '@millrace/contract'
import { isEnded } from '@millrace/contract/imports/import-states.rule'
import { useEffect, useRef } from 'react'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { exportUploads } from '../exports/export-uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { unknownName } from '../uploads/LastUploads.tsx'
import { RejectedDownload } from '../uploads/RejectedDownload.tsx'
import { TableDownload } from '../uploads/TableDownload.tsx'
import styles from './run-files.module.css'
import sections from './wizard.module.css'

const filesCall = 'GET /uploads/import'

/** The files a run read, with their rejected records, and those it wrote; nothing before it has begun. */
export function RunFiles({ imp }: { imp: Import }) {
  const begun = imp.ranWith !== null
  const ended = isEnded(imp.state)
  const { data, error, refetch } = useCall(filesCall, { query: { importId: imp._id }, quiet: true }, { enabled: begun })
  const before = useRef(ended)
  useEffect(() => {
    // Its output files are there now.
    if (ended && !before.current) void refreshCalls(filesCall)
    before.current = ended
  }, [ended])
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <>
      <FileList title="Output files" files={data.filter(({ from }) => from === 'destination')} />
      <FileList title="Input files" files={data.filter(({ from }) => from === 'source')} />
    </>
  )
}

function FileList({ title, files }: { title: string; files: readonly Upload[] }) {
  if (files.length === 0) return null
  return (
    <div className={sections.section}>
      <h3>{title}</h3>
      <ul className={styles.files} aria-label={title}>
        {files.map((file) => (
          <li key={file._id}>
            <Button
              tone="link"
              className={styles.name}
              aria-label={`Download ${nameOf(file)}`}
              onClick={() => void exportUploads([file._id])}
            >
              {nameOf(file)}
            </Button>
            <span className="note">{noteOf(file)}</span>
            <TableDownload upload={file} />
            {file.from === 'source' && <RejectedDownload upload={file} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameOf = ({ originalFilename }: Upload): string => originalFilename ?? unknownName

/** 'local, 21.4 KiB, 197 records, 40 rejected' */
function noteOf({ dataSubKind, size, counts }: Upload): string {
  const records = counts === null ? [] : [`${formatCount(counts.records)} records`]
  const rejected = counts === null || counts.rejected === 0 ? [] : [`${formatCount(counts.rejected)} rejected`]
  return [dataSubKind, formatBytes(size), ...records, ...rejected].join(', ')
}
