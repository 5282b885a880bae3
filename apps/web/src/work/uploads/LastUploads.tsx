import type { Upload } from '@millrace/contract'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { formatCount } from '../../ui/format.ts'
import { Table } from '../../ui/Table.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { UploadStatusTag } from './UploadStatusTag.tsx'
import { cacheUploads } from './use-uploads.ts'
import styles from './uploads.module.css'

/** Shown where an upload has no name of its own. */
export const unknownName = '[Unknown]'

type Props = {
  pipelineId: string
  dataSubKind: string
  uploads: readonly Upload[]
  /** No button to switch an upload off, as while another file is being sent. */
  disabled?: boolean
  /** An import may be reading them: none is switched off meanwhile (D-63). */
  importing?: boolean
}

/** The last uploads of one source, newest first; the first is the one an import takes (UPL-014). */
export function LastUploads({ pipelineId, dataSubKind, uploads, disabled = false, importing = false }: Props) {
  const mayDisable = useMay('POST /uploads/disable')
  if (uploads.length === 0) return null
  return (
    <div className={`${styles.scroll} ${styles.ofSource}`}>
      <Table
        label={`Last uploads of ${dataSubKind}`}
        look="plain"
        className={styles.last}
        cards="auto"
        headless
        columns={[
          'Last uploads',
          'Date',
          'Status',
          { title: 'Records', className: `${styles.number} ${styles.records}` },
          ...(mayDisable ? [{ title: <span className="visually-hidden">Disable</span> }] : []),
        ]}
      >
        {uploads.map((upload) => (
          <tr key={upload._id}>
            <td className={styles.name}>{upload.originalFilename ?? unknownName}</td>
            <td>
              <Timestamp at={upload.createdAt} />
            </td>
            <td>
              <UploadStatusTag status={upload.status} />
            </td>
            <td className={`${styles.number} ${styles.records}`}>
              {upload.counts === null ? '-' : formatCount(upload.counts.records)}
            </td>
            {mayDisable && (
              <td className={styles.number}>
                <Button
                  tone="link"
                  disabled={disabled || importing}
                  title={importing ? 'An import is running' : undefined}
                  aria-label={`Disable ${upload.originalFilename ?? unknownName}`}
                  onClick={() => void disable(pipelineId, upload)}
                >
                  Disable
                </Button>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** Switches an upload off for good, so that the one before counts again (UPL-013, D-63). */
async function disable(pipelineId: string, upload: Upload) {
  const name = upload.originalFilename ?? unknownName
  if (!(await confirm(`Do you want to disable ${name}? This cannot be undone.`))) return
  const asked = { body: { uploadId: upload._id }, fallback: 'error while deleting the selected upload file' }
  try {
    cacheUploads(pipelineId, [await call('POST /uploads/disable', asked)])
    // The one before it may now be among the last four.
    await refreshCalls('GET /uploads/last-all')
  } catch (error) {
    // Shown as a toast already; the list stays as it is.
    console.error(error)
  }
}
