import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format.ts'
import type { Sending } from './sending.ts'
import styles from './uploads.module.css'

/** How much has been sent of all files together, or what is being fetched, with a way to stop. */
export function SendingBar({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const { label, percent, note } = toWords(sending)
  return (
    <>
      <div className={styles.sending}>
        <div
          className={`${styles.progress} ${percent === null ? styles.unknown : ''}`}
          role="progressbar"
          aria-label={label}
          {...(percent === null ? {} : { 'aria-valuenow': percent })}
        >
          <span style={{ width: `${percent ?? 100}%` }} />
        </div>
      </div>
      <span className="note">
        {label}
        {note}
      </span>
      <Button onClick={onStop}>Stop sending</Button>
    </>
  )
}

function toWords(sending: Sending): { label: string; percent: number | null; note: string } {
  if ('fetching' in sending) return { label: `Fetching ${sending.fetching.join(', ')}`, percent: null, note: '' }
  const { files, sent, total } = sending
  const label = files.length === 1 ? 'Uploading 1 file' : `Uploading ${files.length} files`
  if (total > 0 && sent >= total) return { label, percent: 100, note: ', waiting for the server' }
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100)
  return { label, percent, note: `, ${percent} %: ${formatBytes(sent)} of ${formatBytes(total)}` }
}
