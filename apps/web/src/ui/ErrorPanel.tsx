import { CallError } from '../api/call-error.ts'
import { Button } from './Button.tsx'
import { CrossCircleIcon } from './glyphs.tsx'
import { RequestNumber } from './RequestNumber.tsx'
import { useIsTold } from '../state/toasts.ts'
import styles from './states.module.css'
import { reasonOf } from '../api/reason-of.ts'

/** A panel that could not be filled: the text stays after the toast is gone, with Retry. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const text = reasonOf(error)
  // One message at a time: the toast says it first, and this keeps it.
  const told = useIsTold(text)
  const requestId = error instanceof CallError ? error.requestId : null
  return (
    <div className={styles.error} role="group" aria-label="Failed">
      <CrossCircleIcon width={20} height={20} />
      <p className={styles.reason}>
        {told ? 'This could not be loaded.' : text}
        {requestId !== null && <RequestNumber of={requestId} />}
      </p>
      {onRetry !== undefined && <Button onClick={onRetry}>Retry</Button>}
    </div>
  )
}
