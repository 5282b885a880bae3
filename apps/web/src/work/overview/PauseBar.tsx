import type { ImportPause } from '@millrace/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { PauseDialog } from './PauseDialog.tsx'

/** Holds all imports, after asking why. */
export function PauseButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Pause imports</Button>
      {isOpen && <PauseDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Ends the pause. */
export function ResumeButton() {
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    try {
      await call('DELETE /imports/pause')
    } catch {
      // Told by a toast; the page says itself whether they are still paused.
    }
    await refreshCalls('GET /overview')
    setBusy(false)
  }
  return (
    <Button disabled={busy} onClick={() => void resume()}>
      Resume imports
    </Button>
  )
}

/** Since when and why nothing begins. */
export const PauseBar = ({ pause: { since, reason, userName } }: { pause: ImportPause }) => (
  <Notice role="status">
    <span>
      Imports are paused since <Timestamp at={since} /> by {userName}: {reason}
    </span>
  </Notice>
)
