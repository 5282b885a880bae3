import type { UploadStatus } from '@millrace/contract'
import { ClockIcon } from '../../ui/glyphs.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Icon and word for valid, for invalid, and the pending one for everything else (UPL-012). */
export function UploadStatusTag({ status }: { status: UploadStatus }) {
  if (status === 'valid') return <StatusTag tone="ok">valid</StatusTag>
  if (status === 'invalid') return <StatusTag tone="error">invalid</StatusTag>
  return (
    <StatusTag tone="warn" icon={ClockIcon}>
      validating
    </StatusTag>
  )
}
