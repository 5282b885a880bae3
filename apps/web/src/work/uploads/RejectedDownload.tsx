import type { Upload } from '@millrace/contract'
import { type RejectedFormat, rejectedFormats } from '@millrace/contract/uploads/file-types.rule'
import { useState } from 'react'
import { download } from '../../api/call.ts'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './uploads.module.css'

/** The rejected records with their original columns and the reasons, as a file to correct; nothing where there are none. */
export function RejectedDownload({ upload }: { upload: Pick<Upload, '_id' | 'counts'> }) {
  const may = useMay('POST /uploads/rejected')
  const [busy, setBusy] = useState(false)
  if (!may || (upload.counts?.rejected ?? 0) === 0) return null
  const fetchThem = async (format: RejectedFormat) => {
    setBusy(true)
    try {
      await download('POST /uploads/rejected', { uploadId: upload._id, format })
    } catch (error) {
      console.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.downloads} role="group" aria-label="Download rejected records">
      <span className="note">Download rejected records</span>
      {rejectedFormats.map((format) => (
        <Button
          key={format}
          disabled={busy}
          aria-label={`Download rejected records as ${format.toUpperCase()}`}
          onClick={() => void fetchThem(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}
