import type { Import, Upload } from '@millrace/contract'
import { isEnded } from '@millrace/contract/imports/import-states.rule'
import { useEffect, useRef } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { exportUploads } from '../exports/export-uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { unknownName } from '../uploads/LastUploads.tsx'
import { RejectedDownload } from '../uploads/RejectedDownload.tsx'
import { TableDownload } from '../uploads/TableDownload.tsx'
import styles from './run-files.module.css'
import sections from './wizard.module.css'

const filesCall = 'GET /uploads/import'

type RunFiles = {
  /** Undefined until they are known; none before the run has begun. */
  outputs: readonly Upload[] | undefined
  inputs: readonly Upload[] | undefined
  error: CallError | null
  refetch: () => void
}

/** The files a run read and those it wrote, which are asked for again when it ends; nothing before it has begun. */
export function useRunFiles(imp: Import): RunFiles {
  const begun = imp.ranWith !== null
  const ended = isEnded(imp.state)
  const { data, error, refetch } = useCall(filesCall, { query: { importId: imp._id }, quiet: true }, { enabled: begun })
  const before = useRef({ id: imp._id, ended })
  useEffect(() => {
    // Its output files are there now.
    if (ended && before.current.id === imp._id && !before.current.ended) void refreshCalls(filesCall)
    before.current = { id: imp._id, ended }
  }, [imp._id, ended])
  return {
    outputs: data?.filter(({ from }) => from === 'destination'),
    inputs: data?.filter(({ from }) => from === 'source'),
    error: data === undefined ? error : null,
    refetch: () => void refetch(),
  }
}

/** Files under their heading, each to download, what was read with its rejected records; nothing where there is none. */
export function FileList({ title, files = [] }: { title: string; files: readonly Upload[] | undefined }) {
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
