import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CloseIcon } from '../ui/glyphs.tsx'
import { type BulkAction, changeAll } from './person-actions.ts'
import styles from './people.module.css'

/** Takes the place of the search while more than one person is selected (USR-009). */
export function BulkBar({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const run = async (action: BulkAction) => {
    setBusy(true)
    const done = await changeAll(action, ids)
    setBusy(false)
    if (done) onDone()
  }
  return (
    <div className={styles.bulk} role="group" aria-label="Selected users">
      <span role="status">
        {ids.length.toLocaleString('en')} <span className={styles.wideOnly}>users</span> selected
      </span>
      <Button
        tone="bare"
        className={styles.clear}
        aria-label="Clear selection"
        title="Clear selection"
        disabled={busy}
        onClick={onDone}
      >
        <CloseIcon />
      </Button>
      <span className={styles.spacer} />
      <Button disabled={busy} onClick={() => void run('activate')}>
        Active
      </Button>
      <Button disabled={busy} onClick={() => void run('de-activate')}>
        De-Active
      </Button>
      <Button tone="danger" disabled={busy} onClick={() => void run('delete')}>
        Delete
      </Button>
    </div>
  )
}
