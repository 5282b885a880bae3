import { CallError } from '../api/call-error.ts'
import { Button } from './Button.tsx'
import { CrossCircleIcon } from './glyphs.tsx'
import styles from './states.module.css'
import { reasonOf } from '../api/reason-of.ts'

/** A panel that could not be filled: the text stays after the toast is gone, with Retry. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = reasonOf(error)
  const requestId = error instanceof CallError ? error.requestId : null
  return (
    <div className={styles.error} role="group" aria-label="Failed">
      <CrossCircleIcon width={20} height={20} />
      <p>{text}</p>
      {requestId !== null && <p className="note">Request {requestId}</p>}
      {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
    </div>
  )
}
