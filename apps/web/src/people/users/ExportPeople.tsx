import { useState } from 'react'
import { download } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/Button.tsx'

/** Who may do what, of everybody in the list, as a file. */
export function ExportPeople() {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download('POST /users/export', {})
    } catch (error) {
      // Its text was shown as a toast.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button disabled={busy} title="Everybody you may see, with what they may do, as CSV" onClick={() => void save()}>
      Who may do what (CSV)
    </Button>
  )
}
