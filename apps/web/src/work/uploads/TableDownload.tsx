import type { Upload } from '@millrace/contract'
import { type TableFormat, tableFormatsOf } from '@millrace/contract/uploads/file-types.rule'
import { useState } from 'react'
import { download } from '../../api/call.ts'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './uploads.module.css'

/** An output file as CSV or XLSX, besides the format that it was written in; nothing for files that people sent. */
export function TableDownload({ upload }: { upload: Upload }) {
  const may = useMay('POST /uploads/table')
  const [busy, setBusy] = useState(false)
  const formats = tableFormatsOf(upload)
  if (!may || formats.length === 0) return null
  const fetchIt = async (format: TableFormat) => {
    setBusy(true)
    try {
      await download('POST /uploads/table', { uploadId: upload._id, format })
    } catch (error) {
      console.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={styles.otherFormats} role="group" aria-label={`Download ${upload.originalFilename} as`}>
      <span className="note">as</span>
      {formats.map((format) => (
        <Button
          key={format}
          tone="link"
          disabled={busy}
          aria-label={`Download ${upload.originalFilename} as ${format.toUpperCase()}`}
          onClick={() => void fetchIt(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
