import type { Upload } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { unknownName } from '../uploads/LastUploads.tsx'
import { exportUploads } from './export-uploads.ts'

/** Downloads one file under its own name. */
export function DownloadButton({ upload }: { upload: Pick<Upload, '_id' | 'originalFilename'> }) {
  const [busy, setBusy] = useState(false)
  const name = upload.originalFilename ?? unknownName
  const fetchIt = async () => {
    setBusy(true)
    await exportUploads([upload._id])
    setBusy(false)
  }
  return (
    <Button disabled={busy} onClick={() => void fetchIt()}>
      Download {name}
    </Button>
  )
}
